interface Handle {
  readonly type: string;
  readonly is_active: boolean;
  readonly is_referenced: boolean;
}

interface Report {
  readonly workers: readonly { readonly libuv: readonly Handle[] }[];
}

/** What may be open for a connection. */
const WATCHED = ['tcp', 'timer', 'udp'];

/** Returns the sockets and timers that are open in the threads of this process. */
export function openInThreads(): readonly string[] {
  return readThreads()
    .flatMap(({ libuv }) => libuv)
    .filter((handle) => WATCHED.includes(handle.type) && handle.is_active && handle.is_referenced)
    .map(({ type }) => type);
}

/** Returns how many threads this process has besides its own. */
export function countThreads(): number {
  return readThreads().length;
}

function readThreads(): Report['workers'] {
  return (process.report.getReport() as unknown as Report).workers;
}
