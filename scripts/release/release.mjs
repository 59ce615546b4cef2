/**
 * Runs the checks in order, and publishes if none of them finds a problem. Returns whether it has published. `checks`: pairs of a name
 * and a function that returns the problems.
 */
export async function release(checks, publish, print = console.log) {
  const found = [];
  for (const [name, check] of checks) {
    const began = performance.now();
    const problems = await find(check);
    print(
      `${problems.length === 0 ? 'passed' : 'FAILED'}  ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`,
    );
    for (const problem of problems) print(`        ${problem}`);
    found.push(...problems);
  }
  if (found.length > 0) {
    print(`Nothing was published: ${found.length} ${found.length === 1 ? 'problem' : 'problems'}.`);
    return false;
  }
  publish();
  return true;
}

/** A check that throws counts as a problem. */
async function find(check) {
  try {
    return await check();
  } catch ({ message, stderr = '' }) {
    return [`${message}\n${stderr}`];
  }
}
