import { expect, test } from 'vitest';
import { createItems, type Item } from '../../../../src/server/adapters/realtime/items.ts';

const itemOf = (id: string): Item => ({
  id,
  type: 'message',
  role: 'user',
  status: 'completed',
  content: [{ type: 'input_text', text: id }],
});

test('the latest 256 items are kept: one that is dropped does not come back when it is done', () => {
  const items = createItems();
  for (let at = 0; at <= 256; at += 1) items.add(itemOf(`item_${at}`));
  expect(items.done(itemOf('item_0'))).toMatchObject({ type: 'conversation.item.done', item: { id: 'item_0' } });
  items.replace(itemOf('item_0'));
  expect([items.get('item_0'), items.get('item_1')?.id]).toEqual([undefined, 'item_1']);
});
