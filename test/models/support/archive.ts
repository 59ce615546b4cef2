import BZip2 from 'bzip2-wasm';
import { pack, type Header } from 'tar-stream';

/** An entry of a made archive. */
export type Entry = Partial<Header> & { readonly name: string; readonly content?: string | Buffer };

/** Creates a `.tar.bz2` file of the entries, which may be hostile. */
export async function createArchive(entries: readonly Entry[]): Promise<Buffer> {
  const packed = pack();
  for (const { content = '', ...header } of entries) packed.entry(header, content);
  packed.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of packed) chunks.push(chunk as Buffer);
  return compress(Buffer.concat(chunks));
}

/** Compresses with the reference implementation of bzip2. */
async function compress(data: Buffer): Promise<Buffer> {
  encoder ??= await createEncoder();
  return Buffer.from(encoder.compress(data, 9));
}

let encoder: BZip2 | undefined;

/** Creates an encoder, and removes what its package leaves behind: globals of CommonJS and listeners of the process. */
async function createEncoder(): Promise<BZip2> {
  const created = new BZip2();
  const globals = Object.keys(globalThis);
  const events = ['uncaughtException', 'unhandledRejection'];
  const before = events.map((event) => process.listeners(event as 'exit'));
  await created.init();
  for (const name of Object.keys(globalThis)) if (!globals.includes(name)) Reflect.deleteProperty(globalThis, name);
  events.forEach((event, at) => {
    for (const listener of process.listeners(event as 'exit'))
      if (!before[at]?.includes(listener)) process.off(event, listener);
  });
  return created;
}
