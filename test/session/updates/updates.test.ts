import { describe, expect, it } from 'vitest';
import { createFunction } from '../../support/testSession.ts';
import { create } from './updatedSession.ts';

describe('session.update', () => {
  it('changes the instructions with the next reply', async () => {
    const made = create();
    made.type(100, 'first');
    made.update(150, { instructions: 'Be long.' });
    made.type(5000, 'second');
    await made.clock.run(9000);
    expect(made.asked.map(({ system }) => system)).toEqual([['Be brief.'], ['Be long.']]);
    expect(made.history()[0]).toBe('system: Be long.');
  });

  it('puts instructions in front of a history that has none', async () => {
    const made = create({ config: {} });
    made.update(50, { instructions: 'Be long.' });
    made.type(100, 'first');
    await made.clock.run(5000);
    expect(made.history()).toEqual(['system: Be long.', 'user: first', 'assistant: One.']);
  });

  it('changes the functions that are offered and run', async () => {
    const ran: string[] = [];
    const made = create({
      llm: [{ calls: [{ name: 'open_door', arguments: {} }] }, 'Done.'],
      functions: { close_door: () => ran.push('close') },
    });
    made.update(50, { functions: { open_door: createFunction(() => ran.push('open')) } });
    made.type(100, 'open it');
    await made.clock.run(5000);
    expect(made.asked[0]?.tools).toEqual(['open_door']);
    expect(ran).toEqual(['open']);
  });

  it('leaves the turn under way as it began, in its further rounds, too', async () => {
    const made = create({
      llm: [{ calls: [{ name: 'close_door', arguments: {} }] }, 'Done.', 'Two.'],
      config: { max_nested_function_calls: 2, initial_messages: [{ role: 'system', content: 'Be brief.' }] },
      agent: {
        functions: { close_door: createFunction(() => made.session.update({ instructions: 'X', functions: {} })) },
      },
    });
    made.type(100, 'close it');
    made.type(6000, 'next');
    await made.clock.run(9000);
    expect(made.asked).toEqual([
      { system: ['Be brief.'], tools: ['close_door'] },
      { system: ['Be brief.'], tools: ['close_door'] },
      { system: ['X'], tools: [] },
    ]);
  });

  it('lets the last of several updates count, field by field', async () => {
    const made = create();
    made.update(10, { instructions: 'A', functions: { one: createFunction(() => '') } });
    made.update(20, { instructions: 'B' });
    made.type(100, 'first');
    await made.clock.run(5000);
    expect(made.asked).toEqual([{ system: ['B'], tools: ['one'] }]);
  });

  it('before the start changes the first reply', async () => {
    const made = create({ start: false });
    made.session.update({ instructions: 'A' });
    made.session.start();
    made.type(100, 'first');
    await made.clock.run(5000);
    expect(made.asked[0]?.system).toEqual(['A']);
  });

  it('after the end does nothing', async () => {
    const made = create();
    made.session.end({ after: 'now' });
    await made.clock.run(1000);
    made.session.update({ instructions: 'A' });
    await made.clock.run(2000);
    expect(made.history()).toEqual(['system: Be brief.']);
    expect(made.errors).toEqual([]);
  });
});
