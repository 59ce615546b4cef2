import { LONG, TELL_ME, says } from '../../support/userActions.ts';
import { createRule, type Rule } from '../createRule.ts';
import { cutAfter, SPEAKS, WINDOW } from './cutAfter.ts';

export const phrases: readonly Rule[] = [
  createRule({
    title: 'A backchannel does not interrupt',
    rule: 'While the words of a segment are a backchannel, voice counts from their latest interim. Words beyond it count in full.',
    threshold: 'the words',
    play: (text) => ({ user: [TELL_ME, says(SPEAKS, text, 960)], llm: [LONG, 'Yes?'] }),
    result: cutAfter,
    shows: { fromMs: SPEAKS, toMs: 5000 },
    cases: [
      ['“yeah okay right”', 'yeah okay right', 'the agent continues'],
      ['“yeah but wait”', 'yeah but wait', 'interrupted after 608 ms'],
      ['“wait”', 'wait', 'interrupted after 512 ms'],
    ],
  }),
  createRule({
    title: 'Praise and thanks do not interrupt',
    rule: 'They are backchannels. So is an interim that may become one with the next word, such as “got” or “thank”.',
    threshold: 'the words, here 0.4 s each',
    play: (text) => ({
      user: [TELL_ME, says(SPEAKS, text, 1216)],
      stt: { msPerWord: 400 },
      llm: [LONG, 'Yes?'],
    }),
    result: cutAfter,
    cases: [
      ['“oh wow great”', 'oh wow great', 'the agent continues'],
      ['“got it thanks”', 'got it thanks', 'the agent continues'],
      ['“got no time”', 'got no time', 'interrupted after 800 ms'],
    ],
  }),
  createRule({
    title: 'Voice after a backchannel',
    rule: 'Half a second of voice after the latest interim interrupts: the user says more than the recogniser has found so far.',
    threshold: '`interrupt_time_threshold` 0.5 s, 16 windows, after 10 windows of “mhm”',
    play: (windows) => ({ user: [TELL_ME, says(SPEAKS, 'mhm', (10 + windows) * WINDOW)], llm: [LONG, 'Yes?'] }),
    result: cutAfter,
    cases: [
      ['15 windows, 480 ms', 15, 'the agent continues'],
      ['16 windows, 512 ms', 16, 'interrupted after 832 ms'],
      ['17 windows, 544 ms', 17, 'interrupted after 832 ms'],
    ],
  }),
  createRule({
    title: 'An interrupt phrase interrupts at once',
    rule: 'Words that are one of `interrupt_phrases`, or begin with one of at least two words, interrupt whatever the thresholds are.',
    threshold: 'the words, here 0.4 s long',
    play: (text) => ({
      user: [TELL_ME, says(SPEAKS, text, 416)],
      config: { interrupt_phrases: 'default' },
      stt: { msPerWord: 200 },
      llm: [LONG, 'Yes?'],
    }),
    result: cutAfter,
    shows: { fromMs: SPEAKS - 1000, toMs: 5000 },
    cases: [
      ['“stop”', 'stop', 'interrupted after 480 ms'],
      ['“no”', 'no', 'interrupted after 480 ms'],
      ['“hold on please”', 'hold on please', 'interrupted after 416 ms'],
      ['“no problem”', 'no problem', 'the agent continues'],
    ],
  }),
  createRule({
    title: 'An interrupt phrase needs some voice',
    rule: 'Its segment needs 0.25 s of voice: a cough that the recogniser takes for a word has less. If the voice comes after the word, the phrase interrupts then.',
    threshold: '0.25 s, 8 windows',
    play: (windows) => ({
      user: [TELL_ME, says(SPEAKS, 'stop', windows * WINDOW)],
      config: { interrupt_phrases: 'default' },
      stt: { msPerWord: 64 },
      llm: [LONG, 'Yes?'],
    }),
    result: cutAfter,
    shows: { fromMs: SPEAKS, toMs: 5000 },
    cases: [
      ['7 windows, 224 ms', 7, 'the agent continues'],
      ['8 windows, 256 ms', 8, 'interrupted after 320 ms'],
      ['9 windows, 288 ms', 9, 'interrupted after 352 ms'],
    ],
  }),
  createRule({
    title: 'A phrase to which a word may be added',
    rule: 'A one-word phrase that is not final interrupts when the user pauses for two windows, or after another 0.25 s of voice. A word that comes by then and makes the text a different one prevents that.',
    threshold: '0.25 s of voice after the word, 8 windows',
    play: (windows) => ({
      user: [TELL_ME, says(SPEAKS, 'no problem', 24 * WINDOW)],
      config: { interrupt_phrases: 'default', interrupt_time_threshold: 1 },
      stt: { msPerWord: windows * WINDOW },
      llm: [LONG, 'Yes?'],
    }),
    result: cutAfter,
    shows: { fromMs: SPEAKS, toMs: 5000 },
    cases: [
      ['“no”, and “problem” 7 windows later', 7, 'the agent continues'],
      ['8 windows later, which comes last', 8, 'interrupted after 512 ms'],
      ['9 windows later', 9, 'interrupted after 544 ms'],
    ],
  }),
  createRule({
    title: 'More words than the voice allows',
    rule: 'More than seven words in a second of voice (in Chinese and Japanese, seven syllables) count as seven: they come from a noise, or from a voice in the background. All stay in the message.',
    threshold: 'four words, in 0.571 s of voice, between 17 and 18 windows',
    play: (windows) => ({
      user: [TELL_ME, says(SPEAKS, 'one two three four', windows * WINDOW)],
      config: { interrupt_word_threshold: 4 },
      stt: { msPerWord: 50 },
      llm: [LONG, 'Yes?'],
    }),
    result: cutAfter,
    shows: { fromMs: SPEAKS, toMs: 6500 },
    cases: [
      ['17 windows, 544 ms', 17, 'the agent continues'],
      ['18 windows, 576 ms', 18, 'interrupted after 576 ms'],
      ['19 windows, 608 ms', 19, 'interrupted after 576 ms'],
    ],
  }),
];
