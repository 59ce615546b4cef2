import { expect, test } from 'vitest';
import { PlayTimes } from '../../../src/session/standardStages/echo/playTimes.ts';

/** 1 kHz: a sample is a ms. */
function playing(): PlayTimes {
  const times = new PlayTimes(1000);
  times.send(200, 50);
  times.start(50);
  times.send(400, 100);
  return times;
}

test('samples that are sent play one after the other', () => {
  const times = playing();
  expect([0, 1, 200, 400].map((samples) => times.endOf(samples))).toEqual([50, 51, 250, 450]);
});

test('nothing is played that was not sent', () => expect(playing().endOf(401)).toBe(Infinity));

test('nothing is played before the start', () => {
  const times = new PlayTimes(1000);
  times.send(200, 50);
  expect(times.endOf(100)).toBe(Infinity);
});

test('what is sent after a silence plays at once', () => {
  const times = playing();
  times.send(500, 1000);
  expect([400, 401].map((samples) => times.endOf(samples))).toEqual([450, 1001]);
});

test('the reports of the client count', () => {
  const times = playing();
  times.report(100, 200);
  expect([50, 100, 101].map((samples) => times.endOf(samples))).toEqual([100, 150, 201]);
});

test('nothing behind the stop was played', () => {
  const times = playing();
  times.stop(300);
  expect([300, 301].map((samples) => times.endOf(samples))).toEqual([350, Infinity]);
});
