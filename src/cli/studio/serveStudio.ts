import type { Prices } from '../../session/usage/prices.ts';
import { startStudio } from './startStudio.ts';

export interface ServeStudioOptions {
  /** The port on 127.0.0.1; 0 selects a free one. @default 0 */
  readonly port?: number | undefined;
  /** The price table from which Studio computes costs. @default no costs */
  readonly prices?: Prices | undefined;
  /** The path of the module with the splices and stages that the sessions had. @default none */
  readonly session?: string | undefined;
}

/** A running Studio. Whoever has one of its addresses can read all recordings of the folder. */
export interface RunningStudio {
  /** The address of the table of calls. */
  readonly url: string;
  /** Returns the address of one call. `id`: the path of its recording below the folder, such as `ses_1.jsonl`. */
  urlOf(id: string): string;
  /** Stops listening, and ends the threads. */
  close(): Promise<void>;
}

/**
 * Serves Studio on 127.0.0.1 for a folder of recordings, or for one recording, as `npx antiphon studio` does.
 *
 * @example
 * ```ts
 * import { serveStudio } from 'antiphon/studio';
 *
 * const studio = await serveStudio('recordings');
 * console.log(studio.urlOf('ses_1.jsonl'));
 * ```
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if there is neither a folder nor a recording at `path`, or the port
 *   is in use
 */
export async function serveStudio(path: string, options: ServeStudioOptions = {}): Promise<RunningStudio> {
  const { port = 0, prices, session } = options;
  const { address, origin, token, close } = await startStudio({ path, host: '127.0.0.1', port, prices, session });
  return { url: address, urlOf: (id) => `${origin}/#token=${token}&call=${encodeURIComponent(id)}`, close };
}
