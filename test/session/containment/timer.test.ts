import { expect, test } from 'vitest';
import { runProcess } from './runProcess.ts';

test('an event handler that throws in a timer does not end the process', async () => {
  expect(await runProcess('event', 'timer')).toEqual([
    0,
    'event_handler_failed on_user_message_added failed after it had returned',
    'ended agent_ended',
  ]);
});
