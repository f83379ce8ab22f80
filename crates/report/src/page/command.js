// The command that repeats a run.

function quoted(text) {
  if (/^[\w.,:=+\/%-]+$/.test(text)) return text;
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}

// Null for external solvers, which `tilebench solve` cannot run.
function commandOf(run) {
  if (!run.board || !run.algorithm || run.options === null || run.options.startsWith("command=")) return null;
  const words = ["tilebench", "solve", quoted(run.board)];
  const add = (flag, value) => {
    if (value !== "" && value !== null) words.push(flag, quoted(String(value)));
  };
  if (!run.rows) add("--domain", run.domain);
  if (run.rows !== run.cols) {
    add("--rows", run.rows);
    add("--cols", run.cols);
  }
  add("--algorithm", run.algorithm);
  add("--heuristic", run.heuristic);
  add("--weight", run.weight);
  for (const option of run.options.split(";").filter(Boolean)) add("--option", option);
  add("--goal", run.goal);
  add("--order", run.order);
  if (run.cost_model !== "unit") add("--cost", run.cost_model ?? null);
  if (run.metric === "multi") add("--metric", run.metric);
  add("--seed", run.seed);
  add("--time-limit", run.time_limit_s);
  add("--cpu-limit", run.cpu_limit_s);
  add("--node-limit", run.node_limit);
  add("--depth-limit", run.depth_limit);
  add("--memory-limit", run.memory_limit_mib);
  add("--disk-limit", run.disk_limit_mib);
  return words.join(" ");
}
