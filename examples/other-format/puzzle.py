#!/usr/bin/env python3
"""A stand-in for the program `puzzle` of github.com/MichaelKim/15puzzle: our code, its formats.

Reads one database (whose patterns, laid over each other, are the goal) and boards from standard input,
and prints the moves of the tiles like that program, the last one first."""
import sys
from collections import deque

numbers = iter(map(int, sys.stdin.read().split()))

def read():
    cols, rows, count = next(numbers), next(numbers), next(numbers)
    return cols, [tuple(next(numbers) for _ in range(cols * rows)) for _ in range(count)]

def solve(start, goal, cols):  # breadth-first from the goal: the stored letter undoes a move of the blank
    came, queue = {goal: None}, deque([goal])
    while queue and start not in came:
        tiles = queue.popleft()
        blank = tiles.index(0)
        row, col, rows = blank // cols, blank % cols, len(goal) // cols
        for letter, there, cell in (("U", row > 0, blank - cols), ("R", col < cols - 1, blank + 1),
                                    ("D", row < rows - 1, blank + cols), ("L", col > 0, blank - 1)):
            if there:
                after = list(tiles)
                after[blank], after[cell] = after[cell], 0
                if came.setdefault(tuple(after), (letter, tiles)) == (letter, tiles):
                    queue.append(tuple(after))
    moves, tiles = [], start
    while came.get(tiles):
        letter, tiles = came[tiles]
        moves.append(letter)
    return moves[::-1] if start in came else None

cols, patterns = read()
goal = tuple(map(max, zip(*patterns)))
for board in read()[1]:
    moves = solve(board, goal, cols)
    if moves is None:
        print("No solution possible!")
    else:
        print(f"Solution: {len(moves)} moves\n" + "".join(f"{letter} " for letter in moves))
print("Checking solutions:")
