// Processes of a benchmark, each on a core of its own, which answer commands.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';

/** Starts a module in a process of its own, with all its threads on one core. */
export function startPinned(script, core, ...args) {
  const child = fork(script, args);
  execFileSync('taskset', ['-a', '-c', '-p', String(core), String(child.pid)], { stdio: 'ignore' });
  return child;
}

/** Sends a command and waits for its answer. */
export function ask(side, command, isAnswer = () => true) {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`expected an answer to "${command}", but the process ended`));
    const listen = (message) => {
      if (!isAnswer(message)) return;
      side.off('message', listen).off('exit', fail);
      resolve(message);
    };
    side.on('message', listen).once('exit', fail);
    side.send(command);
  });
}

/** Ends processes, and waits until they have. */
export async function endAll(sides) {
  for (const side of sides) side.send('end');
  await Promise.all(sides.map(async (side) => side.exitCode ?? once(side, 'exit')));
}
