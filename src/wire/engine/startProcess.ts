import type * as childProcess from 'node:child_process';
import { lazyBuiltin } from '../lazyBuiltin.ts';
import { findPackageFile } from '../packageFile.ts';
import type { StartEngine } from './engineHost.ts';

const loadProcesses = lazyBuiltin<typeof childProcess>('node:child_process');

/** Maximum length of an engine's output that the error quotes if it does not start, in characters. */
const QUOTED = 500;

/**
 * Creates a function that starts an engine in a process of its own, for engines that end their process on a failure.
 *
 * @param name of the program's file in the `imports` of package.json: `#sherpa-engine`
 */
export function startProcess(name: string, args: readonly string[]): StartEngine {
  return ({ onMessage, onEnd }) => {
    const child = loadProcesses().fork(findPackageFile(name), args, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
    });
    let printed = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-QUOTED);
    });
    // Later lines may contain the words of other sessions.
    child.once('message', () => {
      printed = '';
      child.stderr?.removeAllListeners('data').resume();
    });
    child.on('message', onMessage);
    child.on('error', onEnd);
    child.on('close', (code, signal) => onEnd(new Error(describeEnd(code, signal, printed))));
    const stderr = child.stderr as { ref?(): void; unref?(): void } | null;
    const unref = (): void => {
      child.unref();
      child.channel?.unref();
      stderr?.unref?.();
    };
    unref();
    return {
      post: (message) => void (child.connected && child.send(message as childProcess.Serializable)),
      ref: () => {
        child.ref();
        child.channel?.ref();
        stderr?.ref?.();
      },
      unref,
      terminate: () => void child.kill('SIGKILL'),
    };
  };
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null, printed: string): string {
  const end = signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
  const lines = printed.trim().split('\n').slice(-3).join(' ');
  return lines === '' ? end : `${end} (${lines})`;
}
