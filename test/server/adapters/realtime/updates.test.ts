import { describe, expect, it } from 'vitest';
import type { ServerMessageBody } from '../../../../src/core/protocol.ts';
import { peer, speaking, stopped, thought } from './peer.ts';

const updates = { instructions: true, tools: true, voices: ['alto', 'bass'], functions: ['clock'] };
const CART = { type: 'function', name: 'cart', description: 'Lists it.', parameters: { type: 'object' } } as const;
const THINKING: ServerMessageBody = { type: 'agent.thinking', turn: 0 };

const update = (session: object) => ({ type: 'session.update', event_id: 'mine', session });
const collected = (name: string): ServerMessageBody => ({
  type: 'function_calls.collected',
  function_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: '{"at":1}' } }],
});
const executed = (content: string): ServerMessageBody => ({
  type: 'function_calls.executed',
  results: [{ tool_call_id: 'call_1', role: 'tool', content, function: { name: 'cart', arguments: '{"at":1}' } }],
});
const output = (call_id = 'call_1') => ({
  type: 'conversation.item.create',
  event_id: 'mine',
  item: { type: 'function_call_output', call_id, output: 'two apples' },
});

/** A client whose tool the agent has called. */
function called() {
  const made = peer({ updates });
  made.sends(update({ tools: [CART] }));
  const events = made.gets(THINKING, collected('cart'));
  return { ...made, events };
}

describe('a client that may change the agent', () => {
  it('changes its instructions', () => {
    expect(peer({ updates }).sends(update({ instructions: 'Be brief.' }))).toMatchObject([
      { kind: 'update', update: { instructions: 'Be brief.' } },
      { type: 'session.updated', session: { instructions: 'Be brief.' } },
    ]);
  });

  it('changes its voice to one that the server has', () => {
    const { sends } = peer({ updates });
    const to = (voice: string) => sends(update({ audio: { output: { voice } } }));
    expect(to('alto')).toMatchObject([
      { kind: 'update', update: { voice: 'alto' } },
      { type: 'session.updated', session: { audio: { output: { voice: 'alto' } } } },
    ]);
    expect(to('tenor')[0]).toMatchObject({
      error: {
        code: 'session_update_refused',
        message: 'Expected one of these voices: antiphon, alto, bass.',
      },
    });
  });

  it('returns to the voice that the session began with', () => {
    const { sends } = peer({ updates });
    const to = (voice: string) => sends(update({ audio: { output: { voice } } }));
    to('alto');
    expect(to('antiphon')).toMatchObject([
      { kind: 'update', update: { voice: null } },
      { type: 'session.updated', session: { audio: { output: { voice: 'antiphon' } } } },
    ]);
    expect(to('antiphon')).toMatchObject([{ type: 'session.updated' }]);
  });

  it('adds tools, and takes them away', () => {
    const { sends } = peer({ updates });
    const { name, description, parameters } = CART;
    expect(sends(update({ tools: [CART] }))).toMatchObject([
      { kind: 'update', update: { tools: [{ type: 'function', function: { name, description, parameters } }] } },
      { type: 'session.updated', session: { tools: [CART] } },
    ]);
    expect(sends(update({ tools: [] }))).toMatchObject([
      { kind: 'update', update: { tools: [] } },
      { type: 'session.updated', session: { tools: [] } },
    ]);
  });

  it('changes nothing with what is as it was', () => {
    const { sends } = peer({ updates });
    const same = update({ instructions: '', tools: [], audio: { output: { voice: 'antiphon' } } });
    expect(sends(same)).toMatchObject([{ type: 'session.updated' }]);
  });

  it.each([
    ['of the agent', [{ type: 'function', name: 'clock' }], 'session.tools.0.name'],
    ['that another tool has', [CART, CART], 'session.tools.1.name'],
    ['that is none', [{ type: 'function', name: 'a b' }], 'session.tools.0.name'],
  ])('cannot give a tool a name %s', (_, tools, param) => {
    expect(peer({ updates }).sends(update({ tools }))).toMatchObject([
      { type: 'error', error: { code: 'session_update_refused', param, event_id: 'mine' } },
      { type: 'session.updated', session: { tools: [] } },
    ]);
  });

  it('has its other fields taken when one is refused', () => {
    const sent = peer({ updates }).sends(update({ instructions: 'Be brief.', tools: [{ type: 'mcp' }] }));
    expect(sent).toMatchObject([
      { kind: 'update', update: { instructions: 'Be brief.' } },
      { error: { param: 'session.tools.0.type' } },
      { type: 'session.updated' },
    ]);
  });

  it('may change only what is allowed', () => {
    const { sends } = peer({ updates: { ...updates, instructions: false } });
    expect(sends(update({ instructions: 'Be rude.', tools: [CART] }))).toMatchObject([
      { kind: 'update', update: { tools: [{ function: { name: 'cart' } }] } },
      { error: { param: 'session.instructions' } },
      { type: 'session.updated' },
    ]);
  });
});

describe('a call of a tool of the client', () => {
  it('ends its response', () => {
    const { events } = called();
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.output_item.added',
      'conversation.item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'conversation.item.done',
      'response.done',
    ]);
    const item = { type: 'function_call', status: 'completed', call_id: 'call_1', name: 'cart', arguments: '{"at":1}' };
    expect(events.at(-1)).toMatchObject({ response: { status: 'completed', output: [item] } });
  });

  it('gets its result from the client, and the turn another response', () => {
    const { sends, gets } = called();
    expect(sends(output())).toMatchObject([
      { type: 'conversation.item.added', item: { type: 'function_call_output', output: 'two apples' } },
      { type: 'conversation.item.done' },
      { kind: 'function_result', id: 'call_1', content: 'two apples' },
    ]);
    expect(gets(executed('two apples'))).toMatchObject([{ type: 'response.created', response: { id: 'resp_1' } }]);
    expect(gets(thought('failed'))).toMatchObject([{ type: 'response.done', response: { id: 'resp_1' } }]);
  });

  it('has one result', () => {
    const { sends, gets } = called();
    expect(sends(output('call_2'))).toMatchObject([{ error: { code: 'item_not_found', param: 'item.call_id' } }]);
    sends(output());
    expect(sends(output())).toMatchObject([{ error: { code: 'item_not_found' } }]);
    gets(executed('two apples'));
    expect(sends(output())).toMatchObject([{ error: { code: 'item_not_found' } }]);
  });

  it('that the client does not answer has the result of the server', () => {
    const { gets } = called();
    expect(gets(executed('timed out'))).toMatchObject([
      { type: 'conversation.item.added', item: { type: 'function_call_output', output: 'timed out' } },
      { type: 'conversation.item.done' },
      { type: 'response.created' },
    ]);
  });

  it('of a turn that is over begins no response', () => {
    const { types } = called();
    types(thought('superseded'));
    expect(types(executed('interrupted'))).not.toContain('response.created');
  });

  it('waits for no speech: the response is done when that was heard', () => {
    const { sends, types } = speaking({ updates });
    sends(update({ tools: [CART] }));
    const begun = types(collected('cart'));
    expect(begun).toContain('response.output_item.done');
    expect(begun).not.toContain('response.done');
    expect(types(stopped('complete'))).toContain('response.done');
  });

  it('ends its response once the speech before it was sent; the rest of the speech is another item', () => {
    const { sends, gets, types, hears, codec } = speaking({ updates });
    sends(update({ tools: [CART] }));
    gets(collected('cart'));
    const ended = (codec.endRound?.('u0.0', 500) ?? []).map((text) => JSON.parse(String(text)));
    expect(ended.at(-1)).toMatchObject({
      type: 'response.done',
      response: { status: 'completed', output: [{ id: 'item_agent_u0.0' }, { type: 'function_call' }] },
    });
    sends(output());
    gets(executed('two apples'));
    expect(gets({ type: 'agent.text', utterance_id: 'u0.0', delta: ' Two.' })).toMatchObject([
      { type: 'response.created' },
      { type: 'response.output_item.added', response_id: 'resp_1', item: { id: 'item_agent_u0.0_1' } },
      { type: 'conversation.item.added' },
      { type: 'response.content_part.added' },
      { type: 'response.output_audio_transcript.delta', item_id: 'item_agent_u0.0_1', delta: ' Two.' },
    ]);
    expect(hears()).toMatchObject([{ type: 'response.output_audio.delta', item_id: 'item_agent_u0.0_1' }]);
    gets(thought('complete'));
    expect(types(stopped('complete'))).toContain('response.done');
  });

  it('ends it while the speech before it is sent, not earlier', () => {
    const { sends, gets, hears, codec } = speaking({ updates });
    sends(update({ tools: [CART] }));
    gets(collected('cart'));
    expect(codec.endRound?.('u0.0', 560)).toEqual([]);
    expect(hears().map(({ type }) => type)).toContain('response.done');
  });

  it.each([
    [24_000, 'It is seven. T', ['item_agent_u0.0_1', 500]],
    [6000, 'It', ['item_agent_u0.0', 250, 'item_agent_u0.0_1', 0]],
  ] as const)('that is interrupted at %i samples tells what was heard of each item', (played_samples, text, heard) => {
    const { sends, gets, hears, codec } = speaking({ updates });
    sends(update({ tools: [CART] }));
    gets(collected('cart'));
    codec.endRound?.('u0.0', 500);
    sends(output());
    gets(executed('two apples'), { type: 'agent.text', utterance_id: 'u0.0', delta: ' Two.' });
    for (let frame = 0; frame < 30; frame++) hears();
    const cut = gets({ type: 'agent.interrupted', utterance_id: 'u0.0', text, played_samples });
    const truncated = cut.filter(({ type }) => type === 'conversation.item.truncated');
    expect(truncated.flatMap((event) => [event['item_id'], event['audio_end_ms']])).toEqual(heard);
  });

  it('of the server is not for the client', () => {
    const { types } = peer({ updates });
    expect(types(THINKING, collected('clock'))).toEqual([
      'response.created',
      'conversation.item.added',
      'conversation.item.done',
    ]);
  });
});

describe('a client that may change the history', () => {
  const allowed = { ...updates, history: true };
  const message = (role: string, type: string, text: string) => ({
    type: 'conversation.item.create',
    item: { type: 'message', role, content: [{ type, text }] },
  });
  const unheard = { type: 'conversation.item.delete', item_id: 'item_agent_u0.0' };

  it.each([
    ['assistant', 'output_text'],
    ['system', 'input_text'],
  ] as const)('adds a message of the role %s, which begins no reply', (role, type) => {
    const item = { type: 'message', role, content: [{ type, text: 'Hello.' }] };
    expect(peer({ updates: allowed }).sends(message(role, type, 'Hello.'))).toMatchObject([
      { kind: 'add_messages', messages: [{ role, content: 'Hello.' }] },
      { type: 'conversation.item.added', item },
      { type: 'conversation.item.done', item },
    ]);
  });

  it('deletes a message of the agent that was not heard', () => {
    const { sends, gets } = speaking({ updates: allowed });
    gets({ type: 'clear', utterance_id: 'u0.0', clear_id: 0 });
    expect(sends(unheard)).toMatchObject([{ type: 'conversation.item.deleted', item_id: 'item_agent_u0.0' }]);
    expect(sends(unheard)).toMatchObject([{ error: { code: 'item_not_found', param: 'item_id' } }]);
  });

  it('does not delete what is being played', () => {
    const { sends } = speaking({ updates: allowed });
    expect(sends(unheard)).toMatchObject([{ error: { code: 'not_supported', param: 'item_id' } }]);
  });

  it('does not delete what was heard, nor what others have said', () => {
    const { sends, gets } = speaking({ updates: allowed });
    gets(stopped('complete'));
    expect(sends(unheard)).toMatchObject([{ error: { code: 'not_supported', param: 'item_id' } }]);
    sends({
      ...message('user', 'input_text', 'hello'),
      item: { ...message('user', 'input_text', 'hello').item, id: 'a' },
    });
    expect(sends({ ...unheard, item_id: 'a' })).toMatchObject([{ error: { code: 'not_supported' } }]);
  });
});

describe('a client that ends the turns itself', () => {
  it('requests a response after the result of its tool: the agent continues by itself', () => {
    const { sends, gets } = peer({ updates });
    sends(update({ tools: [CART], audio: { input: { turn_detection: null } } }));
    gets(THINKING, collected('cart'));
    sends(output());
    expect(sends({ type: 'response.create' })).toEqual([]);
  });
});
