import { assertEqual, assertThat } from '../assertions.ts';
import { becomes, createCluster, seen, sees } from './cluster.ts';
import type { DirectoryRequirement } from './subject.ts';

export const placeRequirements: readonly DirectoryRequirement[] = [
  {
    name: 'the other nodes see a new node with its address, capacity and load',
    check: async (subject) => {
      const { node } = await createCluster(subject, [3, 5]);
      await node(1).directory.publishLoad(2);
      const whole = seen(node(0).directory, (all) => all[1]?.load === 2);
      assertEqual('the nodes', await subject.wait('the load', whole), [
        { id: 'n0', url: 'http://127.0.0.1/n0', capacity: 3, load: 0, state: 'serving' },
        { id: 'n1', url: 'http://127.0.0.1/n1', capacity: 5, load: 2, state: 'serving' },
      ]);
    },
  },
  {
    name: 'a start goes to the node with the most room, even if that is the asking node',
    check: async (subject) => {
      const { node, place } = await createCluster(subject, [2, 9, 4]);
      assertEqual('the node', await place(node(0)), 'n1');
      assertEqual('the node', await place(node(1)), 'n1');
    },
  },
  {
    name: 'simultaneous starts are spread evenly over the nodes',
    check: async (subject) => {
      const { node, nodes, place } = await createCluster(subject, [20, 20, 20]);
      const placed = await Promise.all(Array.from({ length: 30 }, () => place(node(0))));
      assertEqual('the starts without a node', placed.filter((id) => id === undefined).length, 0);
      const loads = nodes.map((node) => node.load());
      assertThat('loads from 9 to 11', Math.min(...loads) >= 9 && Math.max(...loads) <= 11, loads);
    },
  },
  {
    name: 'if two nodes ask for the last slot at the same instant, one gets it',
    check: async (subject) => {
      const { node, place } = await createCluster(subject, [1, 1, 11]);
      const [first, second, third] = [node(0), node(1), node(2)];
      await Promise.all([first.accept(), second.accept()]);
      for (let taken = 0; taken < 10; taken += 1) await third.accept();
      const placed = await Promise.all([place(first), place(second)]);
      assertEqual(
        'the nodes',
        placed.filter((id) => id !== undefined),
        ['n2'],
      );
      assertEqual('the load', third.load(), 11);
    },
  },
  {
    name: 'if a node refuses, the next one is asked',
    check: async (subject) => {
      const { node, place } = await createCluster(subject, [2, 9, 4]);
      node(1).refuse();
      assertEqual('the node', await place(node(0)), 'n2');
    },
  },
  {
    name: 'an unreachable node counts as refusing, and keeps no slot',
    check: async (subject) => {
      const { node } = await createCluster(subject, [1, 2]);
      const asked: string[] = [];
      const ask = async ({ id }: { readonly id: string }): Promise<string> => {
        asked.push(id);
        if (id === 'n1') throw new Error('unreachable');
        return id;
      };
      const placing = node(0).directory.place(ask);
      assertEqual('the answer', await subject.wait('an answer', placing), 'n0');
      assertEqual('the nodes that were asked', asked, ['n1', 'n0']);
      const answers = (): Promise<unknown> =>
        Promise.all([1, 2, 3].map(() => node(0).directory.place(async ({ id }) => id)));
      await becomes(subject, 'the nodes of three starts at once', async () => tally(await answers()), { n0: 1, n1: 2 });
    },
  },
  {
    name: 'a start gets no node if all are full or all refuse',
    check: async (subject) => {
      const { node, place } = await createCluster(subject, [1, 2]);
      await node(0).accept();
      node(1).refuse();
      assertEqual('the node', await place(node(0)), undefined);
      await node(1).directory.publishLoad(2);
      assertEqual('the node', await place(node(0)), undefined);
    },
  },
  {
    name: 'a draining node gets no starts, is seen as draining, and keeps its sessions',
    check: async (subject) => {
      const { node, place } = await createCluster(subject, [2, 9]);
      const [first, second] = [node(0).directory, node(1).directory];
      await second.claim({ session: 's', key: 'k' });
      await subject.wait('that it drains', second.drain());
      assertEqual('the node', await place(node(1)), 'n0');
      const state = seen(first, (all) => all[1]?.state === 'draining');
      await subject.wait('that the other sees it', state);
      assertEqual('the owner', (await subject.wait('the owner', first.find('s')))?.id, 'n1');
    },
  },
  {
    name: 'a node that leaves disappears with its sessions and counts',
    check: async (subject) => {
      const { node } = await createCluster(subject, [2, 9]);
      const [first, second] = [node(0).directory, node(1).directory];
      await subject.wait('the claim', second.claim({ session: 's', key: 'k' }));
      await subject.wait('that it leaves', second.close());
      await subject.wait('that the other is alone', sees(first, ['n0']));
      assertEqual('the owner', await subject.wait('the owner', first.find('s')), undefined);
      await becomes(subject, 'the count', () => first.count('k'), 0);
    },
  },
];

function tally(answers: unknown): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const id of answers as readonly (string | undefined)[]) counts[`${id}`] = (counts[`${id}`] ?? 0) + 1;
  return counts;
}
