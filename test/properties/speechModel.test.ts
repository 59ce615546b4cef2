import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay } from '../../src/replay/replay.ts';
import type { SpeechModelReply, SpeechModelWords } from '../../src/testing/doubles/speechModel.ts';
import { recorder } from '../replay/record.ts';
import { createTestSession, type TestSession, type UserAction } from '../support/testSession.ts';
import { does, says, types } from '../support/userActions.ts';
import { runs } from './runs.ts';

const provider = { provider: 'deepgram', api_key: 'none' } as const;

type ActKind = 'says' | 'types' | 'say' | 'interrupt' | 'respond';

interface Scenario {
  readonly acts: readonly { readonly kind: ActKind; readonly gapMs: number; readonly forMs: number }[];
  readonly replies: readonly {
    readonly messages: readonly number[];
    readonly calls: number;
    readonly firstAudioMs: number;
    readonly fails: boolean;
  }[];
  readonly words: readonly ('at once' | 'late' | 'much too late' | 'never' | 'failed')[];
  readonly speed: number;
  readonly hasStt: boolean;
  readonly hasTts: boolean;
  readonly writes: boolean;
  readonly allowsInterruptions: boolean;
}

const scenarios: fc.Arbitrary<Scenario> = fc.record({
  acts: fc.array(
    fc.record({
      kind: fc.constantFrom<ActKind>('says', 'says', 'says', 'says', 'types', 'say', 'interrupt', 'respond'),
      gapMs: fc.integer({ min: 0, max: 6000 }),
      forMs: fc.integer({ min: 200, max: 1600 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  replies: fc.array(
    fc.record({
      messages: fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 3 }),
      calls: fc.constantFrom(0, 0, 0, 1, 2),
      firstAudioMs: fc.constantFrom(0, 0, 300, 2000),
      fails: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
    }),
    { maxLength: 8 },
  ),
  words: fc.array(fc.constantFrom<Scenario['words'][number]>('at once', 'late', 'much too late', 'never', 'failed'), {
    maxLength: 8,
  }),
  speed: fc.constantFrom(1.2, 4, 20),
  hasStt: fc.boolean(),
  hasTts: fc.boolean(),
  writes: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  allowsInterruptions: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
});

const WORDS: Readonly<Record<Scenario['words'][number], (n: number) => SpeechModelWords>> = {
  'at once': (n) => ({ text: `w${n}`, delayMs: 0 }),
  late: (n) => ({ text: `w${n}`, delayMs: 2500 }),
  'much too late': (n) => ({ text: `w${n}`, delayMs: 30_000 }),
  never: (n) => ({ text: `w${n}`, delayMs: 10_000_000 }),
  failed: () => null,
};

/** Message M of reply R: `r3m0. of three words`. */
const textOf = (reply: number, message: number, count: number): string =>
  [`r${reply}m${message}`, ...Array.from({ length: count - 1 }, (_, n) => `word${n}`)].join(' ');

function toReply({ messages, calls, firstAudioMs, fails }: Scenario['replies'][number], n: number): SpeechModelReply {
  return {
    text: messages.map((count, at) => textOf(n, at, count)),
    calls: Array.from({ length: calls }, (_, at) => ({ name: 'look', id: `c${n}_${at}` })),
    firstAudioMs,
    ...(fails && { failAfterItems: Math.min(1, messages.length) }),
  };
}

function toActions({ acts }: Scenario): readonly UserAction[] {
  let at = 320;
  return acts.map(({ kind, gapMs, forMs }, n): UserAction => {
    at += gapMs;
    const when = at;
    if (kind === 'says') at += forMs + 700;
    if (kind === 'says') return says(when, `t${n}`, forMs);
    if (kind === 'types') return types(when, `t${n}`);
    return does(when, ({ session }) => {
      if (kind === 'say') session.say(`s${n}`);
      if (kind === 'interrupt') session.interrupt();
      if (kind === 'respond') session.respond({ instructions: 'Go on.' });
    });
  });
}

const PONGS = Array.from({ length: 40 }, (_, n) => `pong${n}`);

async function play(
  scenario: Scenario,
): Promise<{ readonly played: TestSession; readonly kept: ReturnType<typeof recorder> }> {
  const { hasStt, hasTts, writes, speed, allowsInterruptions } = scenario;
  const kept = recorder();
  const played = createTestSession({
    user: toActions(scenario),
    functions: { look: (clock) => clock.sleep(400).then(() => 'seen') },
    config: {
      allow_interruptions: allowsInterruptions,
      max_nested_function_calls: 2,
      ...(hasStt && { stt: provider }),
      ...((hasTts || writes) && { tts: provider }),
    },
    speechModel: {
      replies: [...scenario.replies.map(toReply), ...PONGS],
      words: scenario.words.map((when, n) => WORDS[when](n)),
      wordsDelayMs: 10_000_000,
      sampleRate: 16_000,
      speed,
      output: writes ? 'text' : 'audio',
    },
    options: { record: kept },
  });
  await played.clock.run(45_000);
  // A session that hangs is found by what it does not answer.
  for (let n = 0; n < 20 && played.state() !== 'idle'; n += 1) await played.clock.advance(10_000);
  return { played, kept };
}

const MS_PER_CHAR = 60;

/** Codes of what a scenario does on purpose. */
const EXPECTED = new Set([
  'provider_failed',
  'words_missing',
  'late_transcript',
  'text_not_exact',
  'empty_turn',
  'empty_reply',
  'slow_reply',
  'interrupt_refused',
  'function_rounds_exceeded',
]);

function findFaults(played: TestSession): readonly string[] {
  return [
    ...played.codes.filter((code) => !EXPECTED.has(code)).map((code) => `the code ${code}`),
    ...findDisorder(played),
    ...findUnheardMemory(played),
    ...findSecondResults(played),
    ...findOpenSpeech(played),
  ];
}

/** Returns where a word stands in the history; -1 if it does not. */
function placeOf({ history }: TestSession, word: string): number {
  return history().findIndex((line) => line.split(/[\s.]+/u).includes(word));
}

const turnsOf = ({ speechModel }: TestSession, kind: 'commit' | 'respond'): readonly number[] =>
  speechModel.inputs.flatMap((input) => (input.kind === kind ? [input.turn] : []));

/** The words of a turn stand before its answer, and turns and answers in their order. */
function findDisorder(played: TestSession): readonly string[] {
  const [commits, responds] = [turnsOf(played, 'commit'), turnsOf(played, 'respond')];
  const misplaced = responds.flatMap((turn, reply) => {
    const [words, answer] = [placeOf(played, `w${commits.indexOf(turn)}`), placeOf(played, `r${reply}m0`)];
    return words >= 0 && answer >= 0 && words > answer ? [`the words of turn ${turn} stand behind its answer`] : [];
  });
  const increases = (words: readonly string[]): boolean => {
    const places = words.map((word) => placeOf(played, word)).filter((place) => place >= 0);
    return places.every((place, at) => at === 0 || place >= (places[at - 1] as number));
  };
  const inOrder = increases(commits.map((_, n) => `w${n}`)) && increases(responds.map((_, n) => `r${n}m0`));
  return [...misplaced, ...(inOrder ? [] : ['the turns or the answers are out of order'])];
}

/** The model remembers no message of which nothing was heard. */
function findUnheardMemory(played: TestSession): readonly string[] {
  return played.speechModel.memory().flatMap(({ role, content, heardMs = Number.POSITIVE_INFINITY }) => {
    const [first = ''] = content.split(' ');
    const hasWord = role === 'assistant' && first !== '' && heardMs > (first.length + 1) * MS_PER_CHAR;
    return hasWord && placeOf(played, first) < 0 ? [`the model remembers ${first}, unheard`] : [];
  });
}

function findSecondResults({ speechModel }: TestSession): readonly string[] {
  const messages = speechModel.inputs.flatMap((input) => (input.kind === 'add' ? input.messages : []));
  const ids = messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
  return new Set(ids).size < ids.length ? [`a second result of ${ids.join(', ')}`] : [];
}

function findOpenSpeech({ when }: TestSession): readonly string[] {
  const [started, stopped] = [when('agent_started_speaking').length, when('agent_stopped_speaking').length];
  return started === stopped ? [] : [`the agent started ${started} times and stopped ${stopped} times`];
}

// A case takes a second: shrinking it would take minutes.
const cases = { ...runs(25), endOnFailure: true };

describe('whatever happens in a conversation with a speech model', () => {
  it(
    'the history has what was heard, in order, the model remembers no more, and the session answers again',
    async () => {
      await fc.assert(
        fc.asyncProperty(scenarios, async (scenario) => {
          const { played, kept } = await play(scenario);
          const picture = [...played.history(), JSON.stringify(played.speechModel.inputs), played.codes.join(' ')].join(
            '\n',
          );
          expect(findFaults(played), picture).toEqual([]);
          const before = played.history().length;
          // The scripts of the replies may fail or be empty; there is one that is not.
          for (let n = 0; n <= scenario.replies.length; n += 1) {
            played.io.user.text.next('ping');
            await played.clock.advance(6000);
          }
          expect(played.history().slice(before).join('\n'), picture).toMatch(/pong|r\d+m/u);
          played.session.close('ended_by_api');
          await played.clock.advance(2000);
          expect(played.ledger.open()).toEqual({});
          const { difference, picture: drawn } = await replay(kept.recording());
          expect(difference, drawn).toBe(null);
        }),
        cases,
      );
    },
    Math.max(300_000, cases.numRuns * 10_000),
  );
});
