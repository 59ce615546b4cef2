// @module-tag nats-server
import { Kvm } from '@nats-io/kv';
import { firstValueFrom } from 'rxjs';
import { expect, test } from 'vitest';
import { ownerKey } from '../../src/directory/nats/entries.ts';
import { createNatsDirectory } from '../../src/directory/nats/natsDirectory.ts';
import { becomes, createCluster, healthIs, sees } from '../../src/testing/contracts/directory/cluster.ts';
import { createNatsSubject, withConnection } from '../support/directory/natsSubject.ts';

test.concurrent('a start does not wait for a node that does not answer: the next one is asked', async () => {
  const subject = await createNatsSubject();
  const { node } = await createCluster(subject, [1, 9, 4]);
  const healths: string[] = [];
  const watching = node(0).directory.health$.subscribe((health) => healths.push(health));
  subject.link('n1').cut();
  const place = () =>
    subject.wait(
      'an answer',
      node(0).directory.place(async ({ id }) => id),
    );
  expect(await place()).toBe('n2');
  expect(await place()).toBe('n2');
  watching.unsubscribe();
  expect(healths).toEqual(['connected']);
  await subject.dispose?.();
});

test.concurrent('what others write to the bucket, or ask, disturbs nobody', async () => {
  const subject = await createNatsSubject();
  const { node, place } = await createCluster(subject, [1, 1]);
  await withConnection(subject.port, async (connection) => {
    const bucket = await new Kvm(connection).open('antiphon');
    for (const text of ['', 'null', '{"id":"n2"}', '[1]']) await bucket.put('node.n2', text);
    await bucket.put(ownerKey('s'), '{"id":"n1","gen":1000000}');
    for (const text of ['', 'null', '{"act":"reserve"}', '{"act":1,"token":"t"}'])
      await connection.request('antiphon.slots.n1', text, { timeout: 200 }).catch(() => undefined);
  });
  expect(await subject.wait('the claim', node(0).directory.claim({ session: 's', key: 'k' }))).toBe('claimed');
  expect(new Set([await place(node(0)), await place(node(0))])).toEqual(new Set(['n0', 'n1']));
  expect(await place(node(0))).toBe(undefined);
  await subject.dispose?.();
});

test.concurrent('nodes of another prefix are another service', async () => {
  const subject = await createNatsSubject();
  const { node } = await createCluster(subject, [1, 9]);
  const directory = createNatsDirectory({ url: `nats://127.0.0.1:${subject.port}`, prefix: 'other' });
  const other = directory.register({ id: 'n0', url: 'http://other', capacity: 1 });
  await subject.wait('that it is connected', healthIs(other, 'connected'));
  await subject.wait('the claim', node(0).directory.claim({ session: 's', key: 'k' }));
  await becomes(subject, 'the owner', async () => (await node(1).directory.find('s'))?.url, 'http://127.0.0.1/n0');
  await becomes(subject, 'the owner', () => other.find('s'), undefined);
  expect(await subject.wait('the nodes', firstValueFrom(other.nodes$))).toMatchObject([{ url: 'http://other' }]);
  await other.close();
  await subject.dispose?.();
});

test.concurrent('an engine that is slow by 300 ms and starts anew is told everything', async () => {
  const subject = await createNatsSubject({ timeout: 1 });
  const { node } = await createCluster(subject, [9, 9]);
  await subject.wait('the claim', node(0).directory.claim({ session: 's', key: 'k' }));
  subject.link('n0').delay(150);
  await subject.stop();
  await subject.wait('that it is away', healthIs(node(0).directory, 'degraded'));
  await subject.start();
  await subject.wait('that both are seen', sees(node(1).directory, ['n0', 'n1']));
  await becomes(subject, 'the owner', async () => (await node(1).directory.find('s'))?.id, 'n0');
  await subject.dispose?.();
});
