// Prints the hash of the kernel's scores, from the built package: `node scoresHash.mjs 16000`.
import { createHash } from 'node:crypto';
import { silero } from 'antiphon/providers';
import { from, lastValueFrom, toArray } from 'rxjs';
import { createWindows } from './windows.mjs';

const sampleRate = Number(process.argv[2]);
const windows = from(createWindows(sampleRate, 500));
const scores = await lastValueFrom(silero({ sampleRate, engine: 'wasm' }).score(windows).pipe(toArray()));
process.stdout.write(
  createHash('sha256')
    .update(new Uint8Array(Float32Array.from(scores).buffer))
    .digest('hex'),
);
