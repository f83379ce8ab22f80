#!/usr/bin/env python3
"""IDA* with Manhattan distance: python3 solver.py BOARD GOAL COLUMNS prints one line of JSON."""
import json, sys

board, goal = (tuple(map(int, text.split())) for text in sys.argv[1:3])
cols, cells = int(sys.argv[3]), len(board)
distance = [[tile and abs(cell // cols - goal.index(tile) // cols) + abs(cell % cols - goal.index(tile) % cols)
             for cell in range(cells)] for tile in range(cells)]
step = {"U": -cols, "L": -1, "R": 1, "D": cols}
ways = [[(way, cell + by) for way, by in step.items() if 0 <= cell + by < cells
         and (way in "UD" or (cell + by) // cols == cell // cols)] for cell in range(cells)]
count = {"expanded": 0, "generated": 1}

def odd(tiles):  # no move changes the parity of inversions plus the blank's row and column
    inversions = sum(a > b for i, a in enumerate(tiles) for b in tiles[i:])
    return (inversions + sum(divmod(tiles.index(0), cols))) % 2

def search(tiles, blank, h, bound, path):  # True at the goal, else the minimum f above the bound
    count["expanded"] += 1
    least = float("inf")
    for way, cell in ways[blank]:
        if not path or step[path[-1]] != -step[way]:
            count["generated"] += 1
            tile = tiles[cell]
            below = h - distance[tile][cell] + distance[tile][blank]
            path.append(way)
            tiles[blank], tiles[cell] = tile, 0
            found = len(path) + below
            if found <= bound and (below == 0 or (found := search(tiles, cell, below, bound, path)) is True):
                return True
            least = min(least, found)
            tiles[blank], tiles[cell] = 0, tile
            path.pop()
    return least

h = bound = sum(distance[tile][cell] for cell, tile in enumerate(board))
path, solvable = [], odd(board) == odd(goal)
while solvable and h and bound is not True:
    bound = search(list(board), board.index(0), h, bound, path)
print(json.dumps({"moves": "".join(path), **count} if solvable else {"unsolvable": True}))
