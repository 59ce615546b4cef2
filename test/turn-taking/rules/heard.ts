import { mergeMap, type Observable } from 'rxjs';
import type { PlayoutCommand, PlayoutReport } from '../../../src/core/playout.ts';
import type { TransportDouble } from '../../../src/playback/transportDouble.ts';
import { LONG, does, types } from '../../support/userActions.ts';
import { describeDelay } from '../describe.ts';
import { createRule, type Rule } from '../createRule.ts';
import type { Conversation } from '../playConversation.ts';

/** The reply "One two three." begins; its first word is 180 ms long, all of it 840 ms. */
const BEGINS = 500;

export const heard: readonly Rule[] = [
  createRule({
    title: 'A word was heard when its last sample was played',
    rule: 'Where the TTS provider times its words, the history is exact to the sample, in whole words.',
    threshold: 'the last sample of “One”, at 16 kHz and 180 ms the 2880th',
    play: (samples) => ({
      user: [types(BEGINS, 'hello'), types(700, 'wait')],
      prepare: saysItPlayed(samples),
      llm: ['One two three.', 'Yes?'],
    }),
    result: contentOf,
    cases: [
      ['the client has played 2879 samples', 2879, 'no word was heard'],
      ['2880', 2880, 'heard: “One”'],
      ['2881', 2881, 'heard: “One”'],
    ],
  }),
  createRule({
    title: 'Without word timings: by characters',
    rule: 'The text of a sentence is spread evenly over the samples of its audio.',
    threshold: 'three of fourteen characters of a sentence of 1.4 s',
    play: (ms) => ({
      user: [types(BEGINS, 'hello'), types(BEGINS + ms, 'wait')],
      tts: { timings: false, msPerChar: 100 },
      llm: ['One two three.', 'Yes?'],
    }),
    result: contentOf,
    shows: { fromMs: BEGINS, toMs: 2500 },
    cases: [
      ['cut after 299 ms', 299, 'no word was heard'],
      ['300 ms', 300, 'heard: “One”'],
      ['301 ms', 301, 'heard: “One”'],
    ],
  }),
  createRule({
    title: 'A sentence that is still being synthesised',
    rule: 'Its text is spread over its expected length: its characters times the mean duration of a character in this session, at first 60 ms.',
    threshold: 'three characters of 60 ms',
    play: (ms) => ({
      user: [types(BEGINS, 'hello'), types(BEGINS + ms, 'wait')],
      tts: { timings: false, msPerChar: 50, speed: 1 },
      llm: ['One two three.', 'Yes?'],
    }),
    result: contentOf,
    shows: { fromMs: BEGINS, toMs: 2500 },
    cases: [
      ['cut after 179 ms', 179, 'no word was heard'],
      ['180 ms', 180, 'heard: “One”'],
      ['181 ms', 181, 'heard: “One”'],
    ],
  }),
  createRule({
    title: 'Audio counts as played when it has left the loudspeaker',
    rule: 'The session counts the samples that the client has played, less its output latency, and not those that were generated or sent.',
    threshold: 'the last sample of “One”, with an output latency of 100 ms',
    play: (ms) => ({
      user: [types(BEGINS, 'hello'), types(BEGINS + ms, 'wait')],
      transport: { outputLatencyMs: 100 },
      llm: ['One two three.', 'Yes?'],
    }),
    result: contentOf,
    shows: { fromMs: BEGINS, toMs: 2500 },
    cases: [
      ['cut after 279 ms', 279, 'no word was heard'],
      ['280 ms', 280, 'heard: “One”'],
      ['281 ms', 281, 'heard: “One”'],
    ],
  }),
  createRule({
    title: 'A client that never reports',
    rule: 'Audio counts as played in real time from the instant in which it is sent.',
    threshold: 'the last sample of “One”',
    play: (ms) => ({
      user: [types(BEGINS, 'hello'), types(BEGINS + ms, 'wait')],
      transport: { reports: 'none', clearDelayMs: Number.POSITIVE_INFINITY },
      llm: ['One two three.', 'Yes?'],
    }),
    result: contentOf,
    shows: { fromMs: BEGINS, toMs: 2500 },
    cases: [
      ['cut after 179 ms', 179, 'no word was heard'],
      ['180 ms', 180, 'heard: “One”'],
      ['181 ms', 181, 'heard: “One”'],
    ],
  }),
  createRule({
    title: 'A client that does not report the end',
    rule: 'The speech counts as ended 1 s after its audio should have been played.',
    threshold: '1 s',
    play: (ms) => ({
      user: [types(BEGINS, 'hello')],
      transport: { latencyMs: ms / 2 },
      llm: [LONG],
    }),
    result: (conversation) =>
      `stopped ${describeDelay(conversation, 'agent_stopped_speaking', BEGINS + LONG.length * 60)}`,
    shows: { fromMs: BEGINS + LONG.length * 60 - 1000, toMs: 9000 },
    cases: [
      ['it reports after 999 ms', 999, 'stopped after 999 ms'],
      ['1000 ms', 1000, 'stopped after 1000 ms'],
      ['1001 ms', 1001, 'stopped after 1000 ms'],
    ],
  }),
  createRule({
    title: 'A client that falls silent',
    rule: 'A client that has reported positions and then sends none for 3 s while it should be playing counts as disconnected (`client_silent`) until it reports again.',
    threshold: '3 s',
    play: (ms) => ({
      user: [
        types(BEGINS, 'hello'),
        // Its last report is of 1000 ms, the next would come 99 ms after it goes on.
        does(1001, ({ io }) => io.freeze()),
        does(1000 + ms - 99, ({ io }) => io.thaw()),
      ],
      llm: [LONG],
    }),
    result: ({ codes }) => codes.join() || 'nothing reported',
    shows: { fromMs: BEGINS, toMs: 6000 },
    cases: [
      ['it reports again after 2999 ms', 2999, 'nothing reported'],
      ['3000 ms: a report comes before a deadline of its instant', 3000, 'nothing reported'],
      ['3001 ms', 3001, 'client_silent'],
    ],
  }),
  createRule({
    title: 'Nothing begins while the client is away',
    rule: 'While the client is disconnected no audio begins, and nothing more counts as heard. Everything else continues.',
    threshold: 'the first sample of a reply',
    play: (ms) => ({
      user: [
        types(BEGINS, 'hello'),
        does(800, ({ io }) => io.user.connected.next(false)),
        does(1500 + ms, ({ io }) => io.user.connected.next(true)),
      ],
      llm: [{ text: 'One two three.', firstTokenMs: 1000 }],
    }),
    result: (conversation) => `the agent begins ${describeDelay(conversation, 'agent_started_speaking', BEGINS)}`,
    shows: { fromMs: BEGINS, toMs: 3000 },
    cases: [
      ['it comes back 1 ms before', -1, 'the agent begins after 1000 ms'],
      ['in that instant', 0, 'the agent begins after 1000 ms'],
      ['1 ms after', 1, 'the agent begins after 1001 ms'],
    ],
  }),
];

function contentOf({ events }: Conversation): string {
  const content = events.find(({ event }) => event === 'agent_interrupted')?.text;
  return content === '' ? 'no word was heard' : `heard: “${content ?? 'all'}”`;
}

/** A client that has played so much of what it is told to clear, and all of the rest. */
function saysItPlayed(playedSamples: number): (io: TransportDouble) => void {
  const reports = (command: PlayoutCommand): readonly PlayoutReport[] => {
    const { kind, utterance } = command;
    if (kind === 'start') return [{ kind: 'started', utterance, playedSamples: 0 }];
    if (kind === 'clear') return [{ kind: 'cleared', utterance, playedSamples }];
    return kind === 'end' ? [{ kind: 'finished', utterance, playedSamples: command.samples }] : [];
  };
  const playout = (commands: Observable<PlayoutCommand>): Observable<PlayoutReport> => commands.pipe(mergeMap(reports));
  return (io) => Object.assign(io, { playout });
}
