// Ends the process in the way that the first argument names, so many ms (the second) after the worker got two full batches.
import { silero } from 'antiphon/providers';
import { Subject, Subscription } from 'rxjs';
import { MODEL_PATH } from '../../../scripts/silero/model.mjs';

const [way, delayMs] = process.argv.slice(2);
const ends = {
  exit: () => process.exit(0),
  throw: () => {
    throw new Error('uncaught');
  },
  close: () => scores.unsubscribe(),
  fall: () => {},
};

const streams = Array.from({ length: 64 }, () => new Subject());
const scores = new Subscription();
let scored = 0;
for (const windows of streams)
  scores.add(silero({ modelPath: MODEL_PATH, sampleRate: 16000 }).score(windows).subscribe(endAfterWarmUp));
feed();

function feed() {
  for (const windows of streams) windows.next(new Int16Array(512));
}

function endAfterWarmUp() {
  scored += 1;
  if (scored === 64) setImmediate(endWhileBusy);
}

function endWhileBusy() {
  feed();
  const until = performance.now() + Number(delayMs);
  while (performance.now() < until);
  ends[way]();
}
