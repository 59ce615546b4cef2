// Prints the hash of the kernel's scores, from the built package: `node scoresHash.mjs 16000`.
import { createHash } from 'node:crypto';
import { findKernel } from '../../../dist/providers/silero/kernel.js';
import { createWindows } from './windows.mjs';

const sampleRate = Number(process.argv[2]);
const stream = findKernel(sampleRate).openStream();
const scores = Float32Array.from(createWindows(sampleRate, 500), (window) => stream.score(window));
process.stdout.write(createHash('sha256').update(new Uint8Array(scores.buffer)).digest('hex'));
