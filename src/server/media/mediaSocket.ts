import type { RawData } from 'ws';

/** What of a `ws` WebSocket a line needs. */
export interface MediaSocket {
  /** Bytes that were sent and have not left this process. */
  readonly bufferedAmount: number;
  /** `left` is called when the data has left this process, or never will. */
  send(data: string | Uint8Array, left: () => void): void;
  ping(): void;
  close(code: number, reason: string): void;
  on(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
  on(event: 'pong' | 'close' | 'error', listener: () => void): unknown;
  off(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
  off(event: 'pong' | 'close' | 'error', listener: () => void): unknown;
}
