import { describe, expect, test } from 'vitest';
import { runProcess } from './runProcess.ts';

describe('an agent whose code throws after it has returned does not end the process', () => {
  test.each(['timer', 'immediate', 'tick', 'microtask', 'emitter', 'floating', 'later'])(
    'event handler: %s',
    async (what) => {
      expect(await runProcess('event', what)).toEqual([
        0,
        'event_handler_failed on_user_message_added failed after it had returned',
        'ended agent_ended',
      ]);
    },
  );

  test.each(['timer', 'microtask', 'later'])('llm_response_handler: %s', async (what) => {
    const error = 'handler_failed llm_response_handler failed outside of its stream';
    expect(await runProcess('llm_response_handler', what)).toEqual([0, error, error, 'ended agent_ended']);
  });

  test.each(['timer', 'microtask', 'later'])('function: %s', async (what) => {
    expect(await runProcess('function', what)).toEqual([
      0,
      'function_failed "look" failed after it had returned',
      'ended agent_ended',
    ]);
  });
});

test('nor does a listener of a signal that throws when the session ends', async () => {
  const reported = 'teardown_failed "look" failed while it was cancelled: broken';
  expect(await runProcess('function', 'signal')).toEqual([0, reported, 'ended agent_ended']);
});

test('an error of the host ends the process as ever', async () => {
  expect(await runProcess('host', 'timer')).toEqual([1]);
});

test('an error in a session created by a function belongs to that session, not to the function', async () => {
  expect(await runProcess('session of a function', 'timer')).toEqual([0, 'ended agent_ended']);
});
