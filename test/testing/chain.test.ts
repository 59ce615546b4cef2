import { connect, filter, type OperatorFunction, type SchedulerLike } from 'rxjs';
import { expect, test } from 'vitest';
import { endpointing } from '../../operators/endpointing.ts';
import { llmTurn } from '../../operators/llmTurn.ts';
import type { Round } from '../../operators/llmTurn/llmTurnOptions.ts';
import { pace } from '../../operators/pace.ts';
import { speak } from '../../operators/speak.ts';
import { transcribe } from '../../operators/transcribe.ts';
import { vad } from '../../operators/vad.ts';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import type { Settlement, Transcript, UserTurn, VadEvent } from '../../src/core/speech.ts';
import { microphone } from '../../src/testing/audio.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { chunk, finish, opening } from '../../src/testing/doubles/chunks.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createTransportDouble } from '../../src/playback/transportDouble.ts';
import { textOf, createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { SubscriptionLedger } from '../../src/stream/subscriptionLedger.ts';

/** From the activity of a voice to the turns of its user. */
function turnsOf(
  words: OperatorFunction<VadEvent, Transcript | Settlement>,
  scheduler: SchedulerLike,
): OperatorFunction<VadEvent, UserTurn> {
  return connect((voice) =>
    voice.pipe(
      words,
      connect((heard) => {
        const transcript = heard.pipe(filter((each) => each.kind !== 'settled'));
        const settled = heard.pipe(filter((each) => each.kind === 'settled'));
        return voice.pipe(endpointing({ transcript, settled, scheduler }));
      }),
    ),
  );
}

test('doubles and operators make a conversation, with a handler that sleeps on the clock', async () => {
  const clock = new VirtualClock();
  const ledger = new SubscriptionLedger();
  const doubled = { scheduler: clock, ledger };
  const audioIn = microphone([{ atMs: 1000, forMs: 700 }], { scheduler: clock });
  const client = createTransportDouble(doubled);
  const log: string[] = [];
  async function* respond({ turn }: Round, signal: AbortSignal): AsyncGenerator<ChatCompletionChunk> {
    log.push(`${clock.now()} ${turn.text}`);
    yield opening();
    await clock.sleep(250, signal);
    yield chunk('In nineteen eighty.');
    yield finish();
  }
  const conversation = audioIn.pipe(
    vad({ model: createVadDouble(doubled), scheduler: clock }),
    turnsOf(transcribe({ stt: createSttDouble({ says: ['when did you open'], ...doubled }), scheduler: clock }), clock),
    llmTurn({ respond, scheduler: clock }),
    speak({ tts: createTtsDouble(doubled), scheduler: clock }),
    pace({ scheduler: clock }),
    (commands) => client.playout(commands),
  );

  const session = conversation.subscribe(({ kind }) => kind !== 'position' && log.push(`${clock.now()} ${kind}`));
  await clock.run(5000);
  session.unsubscribe();

  // The last voiced window ends at 1696 ms, 18 silent ones later it is 2272, the frame that brings them is there at 2280.
  expect(log).toEqual(['2330 when did you open', '2580 started', '3720 finished']);
  expect(client.played().map(({ samples }) => textOf(samples))).toEqual(['In nineteen eighty.']);
  expect(ledger.open()).toEqual({});
  expect(clock.pending).toBe(0);
});
