import type { PlayoutCommand } from 'antiphon';
import { expect, test } from 'vitest';
import { createPlayer, type Player } from '../../examples/talk/player.ts';

const start = (utterance: string): PlayoutCommand => ({ kind: 'start', utterance, sampleRate: 24_000 });
const audio = (utterance: string, ...samples: readonly number[]): PlayoutCommand => ({
  kind: 'audio',
  utterance,
  frame: { samples: Int16Array.from(samples), sampleRate: 24_000 },
});
const end = (utterance: string, samples: number): PlayoutCommand => ({ kind: 'end', utterance, samples });
const clear = (utterance: string): PlayoutCommand => ({ kind: 'clear', utterance });

function playerWith(...commands: readonly PlayoutCommand[]): Player {
  const player = createPlayer();
  for (const command of commands) player.handle(command);
  return player;
}

test('a block without anything to play is silence, and reports nothing', () => {
  expect(createPlayer().play(3)).toEqual({ block: Int16Array.of(0, 0, 0), reports: [] });
});

test('audio is played in order, block by block, and every sample is accounted for', () => {
  const player = playerWith(start('u'), audio('u', 1, 2), audio('u', 3, 4, 5), end('u', 5));
  expect(player.play(3)).toEqual({
    block: Int16Array.of(1, 2, 3),
    reports: [
      { kind: 'started', utterance: 'u', playedSamples: 0 },
      { kind: 'position', utterance: 'u', playedSamples: 3 },
    ],
  });
  expect(player.play(3)).toEqual({
    block: Int16Array.of(4, 5, 0),
    reports: [
      { kind: 'position', utterance: 'u', playedSamples: 5 },
      { kind: 'finished', utterance: 'u', playedSamples: 5 },
    ],
  });
});

test('an utterance whose audio is late goes on where it stood', () => {
  const player = playerWith(start('u'), audio('u', 1));
  expect(player.play(2).block).toEqual(Int16Array.of(1, 0));
  expect(player.play(2)).toEqual({ block: Int16Array.of(0, 0), reports: [] });
  player.handle(audio('u', 2));
  expect(player.play(2)).toEqual({
    block: Int16Array.of(2, 0),
    reports: [{ kind: 'position', utterance: 'u', playedSamples: 2 }],
  });
});

test('an end that comes after the audio was played is reported with the next block', () => {
  const player = playerWith(start('u'), audio('u', 1));
  player.play(1);
  player.handle(end('u', 1));
  expect(player.play(1).reports).toEqual([{ kind: 'finished', utterance: 'u', playedSamples: 1 }]);
});

test('the next utterance follows in the same block', () => {
  const player = playerWith(start('u'), audio('u', 1), end('u', 1), start('v'), audio('v', 2));
  const { block, reports } = player.play(3);
  expect(block).toEqual(Int16Array.of(1, 2, 0));
  expect(reports.map(({ kind, utterance }) => `${kind} ${utterance}`)).toEqual([
    'started u',
    'position u',
    'finished u',
    'started v',
    'position v',
  ]);
});

test('cleared audio is not played any more, and it is reported how much of it was', () => {
  const player = playerWith(start('u'), audio('u', 1, 2, 3));
  player.play(2);
  expect(player.handle(clear('u'))).toEqual([{ kind: 'cleared', utterance: 'u', playedSamples: 2 }]);
  expect(player.play(2)).toEqual({ block: Int16Array.of(0, 0), reports: [] });
});

test('clearing is answered also where it comes too late, or where there is nothing', () => {
  const player = playerWith(start('u'), audio('u', 1), end('u', 1));
  player.play(1);
  expect(player.handle(clear('u'))).toEqual([{ kind: 'cleared', utterance: 'u', playedSamples: 1 }]);
  expect(player.handle(clear('v'))).toEqual([{ kind: 'cleared', utterance: 'v', playedSamples: 0 }]);
});
