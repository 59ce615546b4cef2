import fc from 'fast-check';
import { TurnDetection } from '../../providers/names.ts';
import type { TurnCommand } from '../../src/core/ports.ts';
import type { ReplyRequest } from '../../src/core/speech.ts';
import {
  BACKGROUND,
  FUNCTIONS,
  HANDOFFS,
  type Act,
  type BackgroundName,
  type BackgroundWork,
  type Change,
  type Client,
  type Completion,
  type FunctionName,
  type Hearing,
  type Modes,
  type Reaction,
  type Rules,
  type Scenario,
  type Sound,
} from './scenario.ts';

/** One of `usual` most of the time, so that trouble comes alone as well as in crowds. */
function mostly<T>(usual: T, ...seldom: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight: 3 }, { arbitrary: fc.constantFrom(...seldom), weight: 2 });
}

const sound: fc.Arbitrary<Sound> = fc.record({
  gapMs: fc.oneof(
    fc.integer({ min: 1, max: 40 }).map((n) => n * 32),
    fc.integer({ min: 100, max: 6000 }),
  ),
  forMs: fc.oneof(
    { arbitrary: fc.integer({ min: 20, max: 65 }).map((n) => n * 32), weight: 5 },
    { arbitrary: fc.integer({ min: 20, max: 700 }), weight: 4 },
    { arbitrary: fc.constantFrom(3200, 7000, 11_000), weight: 1 },
  ),
});

/** A child that cries, a dog that barks. */
const repeated: fc.Arbitrary<readonly Sound[]> = fc
  .tuple(fc.integer({ min: 4, max: 12 }), fc.integer({ min: 100, max: 1500 }), fc.integer({ min: 50, max: 2000 }))
  .map(([times, gapMs, forMs]) => Array.from({ length: times }, () => ({ gapMs, forMs })));

const hearing: fc.Arbitrary<Hearing> = fc.record({
  words: fc.oneof(
    { arbitrary: fc.integer({ min: 0, max: 5 }).map((count) => [count]), weight: 4 },
    { arbitrary: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }), weight: 1 },
  ),
  answer: mostly<Hearing['answer']>('final', 'empty', 'failed', 'none', 'breaks'),
  delayMs: mostly(50, 0, 300, 700, 1500),
  msPerWord: mostly(300, 64, 100, 700),
  interims: fc.option(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 5 }), { freq: 4 }),
  late: fc.option(fc.record({ words: fc.integer({ min: 0, max: 2 }), afterMs: fc.constantFrom(0, 100, 600, 2500) }), {
    freq: 4,
  }),
  backchannels: mostly<Hearing['backchannels']>('none', 'all', 'all', 'first'),
  isRemark: fc.integer({ min: 0, max: 3 }).map((n) => n === 3),
});

const rules: fc.Arbitrary<Rules> = fc.record({
  allow_interruptions: mostly(true, false),
  interrupt_time_threshold: mostly(0.5, 0, 0.2, 1),
  interrupt_word_threshold: mostly(0, 1, 2),
  min_endpointing_delay: mostly(0.5, 0, 1.5),
  turn_detection: mostly<Rules['turn_detection']>(
    undefined,
    TurnDetection.Text(),
    TurnDetection.Text({ min_delay: 0.1, max_delay: 1 }),
    TurnDetection.Text({ language: 'pt', min_delay: 0.2 }),
  ),
  preemptive_generation: mostly(false, true),
  filler: mostly('', 'P0w0 P0w1.'),
  filler_delay: mostly(2, 0, 0.3),
  user_away_timeout: mostly(0, 1, 8),
  max_nested_function_calls: mostly(1, 0, 2),
  resume_after_false_interruption: mostly(true, false),
  ignore_echo: mostly(false, true),
  interrupt_phrases: mostly<readonly string[]>([], ['s1w0', 's2w0 s2w1', 's3w0'], ['s0w1 s0w2', 's1w1 s1w2']),
});

const FUNCTION_NAMES = Object.keys(FUNCTIONS) as FunctionName[];
const BACKGROUND_NAMES: readonly FunctionName[] = [...(Object.keys(BACKGROUND) as BackgroundName[]), 'cancel_renew'];
const HANDOFF_NAMES = Object.keys(HANDOFFS) as FunctionName[];

/** Completions that break off are seldom. `quiet` of six call no function, and two call some in the background. */
function completionOf(names: readonly FunctionName[], quiet = 3): fc.Arbitrary<Completion> {
  const completion = fc.record({
    sentences: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
    asks: mostly(false, true),
    calls: fc.oneof(
      { arbitrary: fc.constant([]), weight: quiet },
      { arbitrary: fc.array(fc.constantFrom(...names), { maxLength: 3 }), weight: 4 - quiet },
      { arbitrary: fc.array(fc.constantFrom(...BACKGROUND_NAMES), { minLength: 1, maxLength: 3 }), weight: 2 },
    ),
    firstTokenMs: mostly(0, 40, 300, 1500, 9000, 11_000),
    tokenMs: mostly(0, 30, 250, 1300),
  });
  const broken = fc
    .tuple(completion, fc.constantFrom('stallAfterTokens', 'failAfterTokens'), fc.integer({ min: 0, max: 8 }))
    .map(([whole, trouble, tokens]) => ({ ...whole, [trouble]: tokens }));
  return fc.oneof({ arbitrary: completion, weight: 4 }, { arbitrary: broken, weight: 1 });
}

const voices: fc.Arbitrary<Scenario['voices']> = fc.array(
  fc.oneof(
    { arbitrary: fc.record({ firstAudioMs: mostly(0, 100, 900, 6000), speed: mostly(Infinity, 4, 0.5) }), weight: 4 },
    { arbitrary: fc.record({ stallAfterChars: fc.integer({ min: 0, max: 40 }) }), weight: 1 },
    { arbitrary: fc.record({ failAfterChars: fc.integer({ min: 0, max: 40 }) }), weight: 1 },
  ),
  { maxLength: 3 },
);

const gapMs = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 60 }).map((n) => n * 32),
  fc.integer({ max: 5000, min: 1 }),
);
const forMs = fc.constantFrom(200, 1000, 4000, 9000);
const CHANGES: readonly Change[] = ['instructions', 'functions', 'tts', 'stt', 'settings'];
const updateOf = (changes: readonly Change[]): fc.Arbitrary<Act> =>
  fc.record({ kind: fc.constant('update' as const), gapMs, changes: fc.subarray([...changes], { minLength: 1 }) });
const respond: fc.Arbitrary<Act> = fc.record({
  kind: fc.constant('respond' as const),
  gapMs,
  words: fc.constantFrom(0, 0, 2),
  request: fc.record(
    {
      tool_choice: mostly<NonNullable<ReplyRequest['tool_choice']>>('auto', 'none', 'required'),
      allow_interruptions: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
});
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    arbitrary: fc.record({ kind: fc.constantFrom('type', 'say'), gapMs, words: fc.integer({ min: 0, max: 3 }) }),
    weight: 4,
  },
  { arbitrary: fc.record({ kind: fc.constant('interrupt' as const), gapMs }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constantFrom('freeze', 'disconnect', 'mute'), gapMs, forMs }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constantFrom('end', 'end now', 'close'), gapMs }), weight: 1 },
  { arbitrary: updateOf(CHANGES), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('cancel' as const), gapMs, back: fc.nat({ max: 2 }) }), weight: 1 },
  { arbitrary: respond, weight: 1 },
);

const works: fc.Arbitrary<readonly BackgroundWork[]> = fc.array(
  fc.record({
    ms: fc.oneof(fc.constantFrom(0, 500, 2000, 4000, 9000, 25_000), fc.integer({ min: 1, max: 12_000 })),
    ends: mostly<BackgroundWork['ends']>('returns', 'fails', 'never', 'answers at once', 'fails at once'),
    isDeaf: mostly(false, true),
    acknowledges: mostly(false, true),
    reports: mostly(0, 1, 3),
    says: mostly<boolean | string>(false, true, 'another'),
  }),
  { maxLength: 4 },
);

const client: fc.Arbitrary<Client> = fc.record({
  reports: mostly<Client['reports']>('positions', 'finished-only', 'none'),
  latencyMs: mostly(0, 40, 150),
  clearDelayMs: mostly(0, 100, 300, Infinity),
  outputLatencyMs: mostly<number | null>(null, 80),
  outputSampleRate: fc.option(fc.constantFrom(8000, 24_000, 48_000), { freq: 8 }),
  outputFrameMs: mostly(20, 40, 60),
});

const reaction: fc.Arbitrary<Reaction> = fc.record({
  on: fc.constantFrom<Reaction['on'][]>(
    'on_user_started_speaking',
    'on_user_stopped_speaking',
    'on_user_message_added',
    'on_agent_started_speaking',
    'on_agent_stopped_speaking',
    'on_agent_message_added',
    'on_agent_interrupted',
    'on_function_calls_collected',
    'on_function_calls_executed',
  ),
  kind: mostly<Reaction['kind']>('say', 'interrupt', 'throw', 'end'),
  from: fc.constantFrom('handler', 'tap'),
});

const modes: fc.Arbitrary<Modes> = fc
  .record({
    releases: fc.option(
      fc.array(mostly<TurnCommand | 'mute'>('commit', 'clear', 'mute'), { minLength: 1, maxLength: 4 }),
      {
        freq: 3,
      },
    ),
    pressingInterrupts: mostly(true, false),
    transcriptionOnly: fc.integer({ min: 0, max: 9 }).map((n) => n === 9),
    forTheEar: mostly(false, true),
    turns: mostly<Modes['turns']>(
      null,
      { eagerMs: 100, endMs: 400 },
      { eagerMs: 250, endMs: 1200 },
      { endMs: 300 },
      {},
    ),
    standIns: fc.record({
      stt: mostly(false, true),
      tts: mostly(false, true),
      hedgeMs: mostly<number | null>(null, 50, 700),
    }),
  })
  .map((all) => ({ ...all, turns: all.releases === null ? all.turns : null }));

const commands: fc.Arbitrary<Act> = fc.record({ kind: fc.constantFrom('commit', 'clear'), gapMs });

interface Choices {
  readonly completions: fc.Arbitrary<Completion>;
  readonly acts: fc.Arbitrary<Act>;
  readonly modes: fc.Arbitrary<Modes | undefined>;
}

function scenarioOf({ completions, acts, modes: ways }: Choices): fc.Arbitrary<Scenario> {
  return fc.record({
    rules,
    firstMessage: mostly(0, 4),
    voice: fc.oneof(
      { arbitrary: fc.array(sound, { maxLength: 5 }), weight: 5 },
      { arbitrary: fc.tuple(fc.array(sound, { maxLength: 2 }), repeated).map((parts) => parts.flat()), weight: 1 },
    ),
    bufferS: mostly(60, 2, 5),
    hearings: fc.array(hearing, { maxLength: 5 }),
    stt: fc.record({ interims: mostly(true, false), finalTimeoutMs: mostly(1000, 300) }),
    acts: fc.array(acts, { maxLength: 5 }),
    reactions: fc.oneof(
      { arbitrary: fc.constant([]), weight: 3 },
      { arbitrary: fc.array(reaction, { maxLength: 2 }), weight: 1 },
    ),
    splice: fc.oneof(
      { arbitrary: fc.constant('none' as const), weight: 8 },
      { arbitrary: fc.constantFrom('no interruptions', 'half the turns'), weight: 1 },
    ),
    completions: fc.array(completions, { minLength: 1, maxLength: 4 }),
    works,
    handler: mostly<Scenario['handler']>('observable', 'iterable', 'promise'),
    voices,
    tts: fc.record({ timings: mostly(true, false), accepts: mostly<'sentences' | 'tokens'>('sentences', 'tokens') }),
    client,
    modes: ways,
  });
}

/** Any conversation at all. */
export const scenario: fc.Arbitrary<Scenario> = scenarioOf({
  completions: completionOf(FUNCTION_NAMES),
  acts: act,
  modes: fc.constant(undefined),
});

/** One with several agents, in any mode, with any update, and with providers that stand in for each other. */
export const scenarioOfEverything: fc.Arbitrary<Scenario> = scenarioOf({
  completions: completionOf([...FUNCTION_NAMES, ...HANDOFF_NAMES], 2),
  acts: fc.oneof(
    { arbitrary: act, weight: 8 },
    { arbitrary: updateOf([...CHANGES, 'language', 'turns']), weight: 2 },
    { arbitrary: commands, weight: 2 },
  ),
  modes,
});
