import { durationMs } from '../../../src/core/audio.ts';
import { voiced } from '../../../src/testing/audio.ts';
import type { UserAction } from '../../support/testSession.ts';
import { does, doesLast, says } from '../../support/userActions.ts';
import type { Conversation } from '../playConversation.ts';
import type { View } from '../drawConversation.ts';
import { createRule, type Rule } from '../createRule.ts';

const HEARD: View = { fromMs: 320, toMs: 2400, lanes: ['user', 'speech'] };

/** Of audio that voice activity detection scores at once, in ms. */
const WINDOW = 32;

export const voiceActivity: readonly Rule[] = [
  createRule({
    title: 'A click is not speech',
    rule: 'Speech starts when consecutive voiced windows reach `min_speech_duration`. 0.05 s are two windows of 32 ms.',
    threshold: '`min_speech_duration`, 0.05 s',
    play: (windows) => ({ user: [says(320, 'yes', windows * WINDOW)], llm: ['Hi.'] }),
    result: ({ when }) =>
      when('user_started_speaking').map((ms) => `speech, known after ${ms - 320} ms`)[0] ?? 'nothing',
    shows: HEARD,
    cases: [
      ['one window, 32 ms', 1, 'nothing'],
      ['two windows, 64 ms', 2, 'speech, known after 64 ms'],
      ['three windows, 96 ms', 3, 'speech, known after 64 ms'],
    ],
  }),
  createRule({
    title: 'When a window is voiced',
    rule: 'A window is voiced if its probability is at least `activation_threshold`.',
    threshold: '`activation_threshold`, 0.5',
    play: (probability) => ({ user: [speaks(probability)], llm: ['Hi.'] }),
    result: stretches,
    shows: HEARD,
    cases: [
      ['a probability of 0.49', 0.49, 'no speech'],
      ['of 0.5', 0.5, 'one stretch of speech'],
      ['of 0.51', 0.51, 'one stretch of speech'],
    ],
  }),
  createRule({
    title: 'Within speech the threshold is lower',
    rule: 'Directly after a voiced window of a segment, a probability of 0.15 below the threshold is enough.',
    threshold: '`activation_threshold` - 0.15',
    play: (probability) => ({ user: [says(320, 'yes', 320), goesOnAt(640, probability)], llm: ['Hi.'] }),
    result: voiceUntil,
    shows: HEARD,
    cases: [
      ['it sinks to 0.34', 0.34, '320 ms of voice'],
      ['to 0.35', 0.35, '640 ms of voice'],
      ['to 0.36', 0.36, '640 ms of voice'],
    ],
  }),
  createRule({
    title: 'The lower threshold is at least 0.01',
    rule: 'However low `activation_threshold` is, a voiced window has a probability of at least 0.01.',
    threshold: '0.01',
    play: (probability) => ({
      user: [says(320, 'yes', 320), goesOnAt(640, probability)],
      llm: ['Hi.'],
      config: { vad: { provider: 'silero', activation_threshold: 0.1 } },
    }),
    result: voiceUntil,
    shows: HEARD,
    cases: [
      ['it sinks to 0', 0, '320 ms of voice'],
      ['to 0.01', 0.01, '640 ms of voice'],
      ['to 0.02', 0.02, '640 ms of voice'],
    ],
  }),
  createRule({
    title: 'After a pause the full threshold applies again',
    rule: 'After one silent window, the next voiced window has to reach `activation_threshold` itself.',
    threshold: '`activation_threshold`, 0.5',
    play: (probability) => ({ user: [says(320, 'yes', 320), goesOnAt(672, probability)], llm: ['Hi.'] }),
    result: voiceUntil,
    shows: HEARD,
    cases: [
      ['0.49 after a silent window', 0.49, '320 ms of voice'],
      ['0.5', 0.5, '640 ms of voice'],
      ['0.51', 0.51, '640 ms of voice'],
    ],
  }),
  createRule({
    title: 'Speech ends with silence',
    rule: 'Speech ends when silence reaches `min_silence_duration`. 0.55 s are 18 windows, 576 ms. A shorter pause belongs to the speech.',
    threshold: '`min_silence_duration`, 0.55 s',
    play: (windows) => ({ user: [says(320, 'tell me'), says(960 + windows * WINDOW, 'please')], llm: ['Hi.', 'Yes.'] }),
    result: stretches,
    shows: HEARD,
    cases: [
      ['a pause of 17 windows, 544 ms', 17, 'one stretch of speech'],
      ['18 windows, 576 ms', 18, 'two stretches of speech'],
      ['19 windows, 608 ms', 19, 'two stretches of speech'],
    ],
  }),
  createRule({
    title: 'The first sound is kept',
    rule: 'A segment starts with the `prefix_padding_duration` of audio before it, or with all available audio if that is shorter.',
    threshold: '`prefix_padding_duration`, 0.5 s',
    play: (ms) => ({ user: [says(ms, 'yes')], llm: ['Hi.'] }),
    result: ({ activity }) => `${sum(activity.slice(0, 1).flatMap(audioMs)) - 2 * WINDOW} ms from before it`,
    shows: { ...HEARD, fromMs: 0 },
    cases: [
      ['speech after 480 ms of silence', 480, '480 ms from before it'],
      ['after 512 ms', 512, '500 ms from before it'],
      ['after 544 ms', 544, '500 ms from before it'],
    ],
  }),
  createRule({
    title: 'Long speech is truncated',
    rule: 'After `max_buffered_speech`, padding included, further audio of a segment is not transcribed and `speech_truncated` is reported. The segment continues.',
    threshold: '`max_buffered_speech`, 60 s: here 59.5 s of voice and silence, and 0.5 s from before',
    play: (windows) => ({
      user: [says(1024, Array(250).fill('so').join(' '), (windows - 18) * WINDOW)],
      llm: ['Hi.'],
      untilMs: 64_000,
    }),
    result: ({ activity, codes, when }) => {
      const transcribed = sum(activity.flatMap(audioMs)) / 1000;
      const ended = when('user_stopped_speaking')[0] === undefined ? 'never ends' : 'ends';
      return `${transcribed} s transcribed, ${codes.join() || 'nothing reported'}; it ${ended}`;
    },
    shows: { fromMs: 1024, toMs: 62_000, lanes: ['user', 'speech', 'reported'] },
    cases: [
      ['59.488 s', 1859, '59.988 s transcribed, nothing reported; it ends'],
      ['59.520 s', 1860, '60.02 s transcribed, speech_truncated; it ends'],
      ['59.552 s', 1861, '60.02 s transcribed, speech_truncated; it ends'],
    ],
  }),
  createRule({
    title: 'A microphone that stops ends the speech',
    rule: 'If no audio arrives for 1 s in the middle of speech, the speech ends. Audio that arrives in that very instant is in time.',
    threshold: '1 s',
    play: (gapMs) => ({
      user: [...frames(0, 20), ...frames(20 * WINDOW + gapMs - WINDOW, 20)],
      transport: { audioIn: undefined },
      stt: { says: () => 'yes' },
      llm: ['Hi.', 'Yes.'],
    }),
    result: stretches,
    shows: HEARD,
    cases: [
      ['no audio for 999 ms', 999, 'one stretch of speech'],
      ['1000 ms', 1000, 'one stretch of speech'],
      ['1001 ms', 1001, 'two stretches of speech'],
    ],
  }),
  createRule({
    title: 'Muting ends the speech at once',
    rule: 'Speech while the microphone is muted does not count. A segment that has started ends in the instant of the mute.',
    threshold: 'the second voiced window, 64 ms',
    play: (ms) => ({
      user: [says(320, 'yes'), doesLast(320 + ms, ({ io }) => io.user.muted.next(true))],
      llm: ['Hi.'],
    }),
    result: ({ when }) =>
      when('user_stopped_speaking').map((ms) => `speech, over after ${ms - 320} ms`)[0] ?? 'nothing',
    shows: HEARD,
    cases: [
      ['muted after 63 ms', 63, 'nothing'],
      ['after 64 ms, following the audio of that instant', 64, 'speech, over after 64 ms'],
      ['after 65 ms', 65, 'speech, over after 65 ms'],
    ],
  }),
];

function speaks(probability: number): UserAction {
  return { kind: 'says', voice: { atMs: 320, forMs: 640, probability }, text: 'yes' };
}

function goesOnAt(atMs: number, probability: number): UserAction {
  return { kind: 'sounds', voice: { atMs, forMs: 320, probability } };
}

/** Voiced frames of one window each, the last sample of the first at `fromMs` + 32. */
function frames(fromMs: number, count: number): readonly UserAction[] {
  return Array.from({ length: count }, (_, n) =>
    does(fromMs + (n + 1) * WINDOW, ({ io }) => io.user.audio.next(voiced(WINDOW))),
  );
}

function stretches({ activity }: Conversation): string {
  const count = activity.filter(({ kind }) => kind === 'started').length;
  if (count === 0) return 'no speech';
  return count === 1 ? 'one stretch of speech' : 'two stretches of speech';
}

function voiceUntil({ activity }: Conversation): string {
  const end = activity.find(({ kind }) => kind === 'ended');
  return end?.kind === 'ended' ? `${end.voicedMs} ms of voice` : 'no end';
}

function audioMs(event: Conversation['activity'][number]): readonly number[] {
  return 'audio' in event ? event.audio.map(durationMs) : [];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
