import fc from 'fast-check';
import { mergeMap, NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { pace } from '../../operators/pace.ts';
import type { FunctionContext } from '../../src/session/sessionControl.ts';
import type { Stages } from '../../src/session/stages.ts';
import { scenario } from './arbitrary.ts';
import { checkScenario } from './checkScenario.ts';
import type { Replacements } from './playScenario.ts';
import { noBackchannelAbortsACall } from './rules/aborts.ts';
import { functionsRunWhenCalled } from './rules/ahead.ts';
import { noAudioBeginsOverTheUser } from './rules/audio.ts';
import { wordsAreAnswered } from './rules/answers.ts';
import { interruptionsSpareTheBackground, noResultIsAnsweredTwice, noResultIsLost } from './rules/background.ts';
import { requestsKeepTheRulesOfEachApi } from './rules/requests.ts';
import { absentUsersAreAsked, absentUsersAreCounted } from './rules/away.ts';
import { noWordIsLost } from './rules/words.ts';
import { TWO_WORDS, type Scenario, type TestData } from './scenario.ts';

/** Speaks whether or not the user does. */
const talksOverTheUser: Stages = { pace: ({ scheduler }) => pace({ scheduler }) };

/** A question, and a backchannel while its function runs. */
const twoUtterances: Scenario = {
  rules: {
    allow_interruptions: true,
    interrupt_time_threshold: 0.5,
    interrupt_word_threshold: 0,
    min_endpointing_delay: 0.5,
    turn_detection: undefined,
    preemptive_generation: false,
    filler: '',
    filler_delay: 2,
    user_away_timeout: 0,
    max_nested_function_calls: 1,
    resume_after_false_interruption: true,
    interrupt_phrases: [],
    ignore_echo: false,
  },
  firstMessage: 0,
  bufferS: 60,
  voice: [
    { gapMs: 640, forMs: 640 },
    { gapMs: 1280, forMs: 640 },
  ],
  hearings: [TWO_WORDS, { ...TWO_WORDS, backchannels: 'all' }],
  stt: { interims: true, finalTimeoutMs: 1000 },
  acts: [],
  reactions: [],
  splice: 'none',
  completions: [
    { sentences: [], asks: false, calls: ['search'] },
    { sentences: [3], asks: false, calls: [] },
  ],
  handler: 'observable',
  voices: [],
  tts: { timings: true, accepts: 'sentences' },
  client: {
    reports: 'positions',
    latencyMs: 0,
    clearDelayMs: 0,
    outputLatencyMs: null,
    outputSampleRate: null,
    outputFrameMs: 20,
  },
};

const repeatsFinals: Replacements['replaceParts'] = ({ ports, ...parts }) => {
  const { stt } = ports;
  const transcribe: typeof stt.transcribe = (speech) =>
    stt
      .transcribe(speech)
      .pipe(mergeMap((event) => (event.kind === 'final' ? [{ ...event, last: false }, event] : [event])));
  return { ...parts, ports: { ...ports, stt: { ...stt, transcribe } } };
};

const runsTwice: Replacements['replaceParts'] = ({ agent, ...parts }) => {
  const functions = Object.entries(agent.functions ?? {}).map(([name, known]): [string, typeof known] => {
    const execute: typeof known.execute = (args, context) => {
      known.execute(args, context);
      return known.execute(args, context);
    };
    return [name, { ...known, execute }];
  });
  return { ...parts, agent: { ...agent, functions: Object.fromEntries(functions) } };
};

/** The answer to its question has come to nothing, and that to a function in the background to a few words. */
const inBackground: Scenario = {
  ...twoUtterances,
  completions: [
    { sentences: [], asks: false, calls: ['fetch'] },
    { sentences: [3], asks: false, calls: [] },
  ],
};

/** Leaves messages with the final results of the background out of the requests. */
function leavesOut(roles: readonly string[]): Replacements['replaceParts'] {
  return ({ agent, ...parts }) => {
    const handler: typeof agent.llm_response_handler = (input) =>
      agent.llm_response_handler({
        ...input,
        messages: input.messages.filter(
          (message) => !roles.includes(message.role) || !JSON.stringify(message).includes(':result'),
        ),
      });
    return { ...parts, agent: { ...agent, llm_response_handler: handler } };
  };
}

/** Aborts each call after a second. */
const aborts: Replacements['replaceParts'] = ({ agent, ...parts }, clock) => {
  const functions = Object.entries(agent.functions ?? {}).map(([name, known]): [string, typeof known] => {
    const execute: typeof known.execute = (args, context: FunctionContext<TestData>) => {
      const controller = new AbortController();
      clock.schedule(() => controller.abort(), 1000);
      return known.execute(args, { ...context, signal: controller.signal });
    };
    return [name, { ...known, execute }];
  });
  return { ...parts, agent: { ...agent, functions: Object.fromEntries(functions) } };
};

/** A remark of 67 ms as the agent begins to answer, and a noise that cuts the answer, which is resumed. */
const remarkBeforeNoise: Scenario = {
  ...twoUtterances,
  voice: [
    { gapMs: 640, forMs: 640 },
    { gapMs: 700, forMs: 67 },
    { gapMs: 576, forMs: 1000 },
  ],
  hearings: [TWO_WORDS, { ...TWO_WORDS, words: [1] }, { ...TWO_WORDS, words: [], answer: 'empty' }],
  completions: [{ sentences: [12], asks: false, calls: [] }],
};

it('a short remark 2 s before the end of a reply may wait, even if the agent was cut 2 s after it', async () => {
  await expect(checkScenario(remarkBeforeNoise)).resolves.toBeUndefined();
});

describe('a fault that was planted', () => {
  it('is found, shrunken, and printed with its seed and its picture', async () => {
    const property = fc.asyncProperty(scenario, (played) =>
      checkScenario(played, [noAudioBeginsOverTheUser], { stages: talksOverTheUser }),
    );
    const found = await fc.check(property, { seed: 8, numRuns: 300 });
    const thrown = await fc
      .assert(property, { seed: 8, path: found.counterexamplePath ?? '' })
      .catch((error: unknown) => error);
    const { message, cause } = thrown as Error & { readonly cause: Error };
    expect(message).toContain('seed: 8, path: ');
    expect(cause.message).toMatch(/^noAudioBeginsOverTheUser: \d+ audio begins over segment \d/u);
    expect(cause.message).toMatch(/^user +.*\[s0/mu);
    const [smallest] = found.counterexample ?? [];
    expect(smallest).toMatchObject({ reactions: [], splice: 'none' });
    expect(smallest?.acts.length).toBeLessThan(2);
    expect(smallest?.voice.length).toBeLessThan(5);
  });

  it.each([
    [
      'words that are never committed',
      wordsAreAnswered,
      { stages: { endpointing: () => () => NEVER } },
      '"s0w0" stays unanswered',
    ],
    ['words that come twice', noWordIsLost, { replaceParts: repeatsFinals }, '"s0w0" is told twice'],
    [
      'a backchannel that aborts a function',
      noBackchannelAbortsACall,
      { config: { backchannels: [], remarks: [], interrupt_phrases: ['s1w0', 's1w1', 's1w2'] } },
      'a call of turn 0 is aborted',
    ],
    ['a function that runs twice', functionsRunWhenCalled, { replaceParts: runsTwice }, '"search" runs, and is not'],
    [
      'a user who is asked too seldom',
      absentUsersAreAsked,
      { config: { user_away_timeout: 1, user_away_times: 2 } },
      'a user who is silent is asked 2 times',
    ],
    [
      'a user who is asked too often',
      absentUsersAreCounted,
      { config: { user_away_timeout: 1, user_away_times: 4 } },
      'a user is asked as number 4 behind 3',
    ],
  ] as const)('is found: %s', async (_, rule, change, fault) => {
    await expect(checkScenario(twoUtterances, [rule])).resolves.toBeUndefined();
    await expect(checkScenario(twoUtterances, [rule], change)).rejects.toThrow(fault);
  });

  it.each([
    ['a result that is in no request', noResultIsLost, leavesOut(['assistant', 'tool']), '"call_0_0" is lost'],
    ['a reply to no result', noResultIsAnsweredTwice, leavesOut(['assistant', 'tool']), 'is to no result'],
    [
      'a call without its result',
      requestsKeepTheRulesOfEachApi,
      leavesOut(['tool']),
      'Anthropic: calls of call_0_0_result',
    ],
    ['a call in the background that is aborted', interruptionsSpareTheBackground, aborts, 'signal of "call_0_0" fires'],
  ] as const)('is found: %s', async (_, rule, replaceParts, fault) => {
    await expect(checkScenario(inBackground, [rule])).resolves.toBeUndefined();
    await expect(checkScenario(inBackground, [rule], { replaceParts })).rejects.toThrow(fault);
  });
});
