import { assertEqual } from '../assertions.ts';
import { becomes, createCluster } from './cluster.ts';
import type { DirectoryRequirement } from './subject.ts';

export const sessionRequirements: readonly DirectoryRequirement[] = [
  {
    name: 'every node finds the owner of a session, until it is released',
    check: async (subject) => {
      const { node } = await createCluster(subject, [2, 2]);
      const [first, second] = [node(0).directory, node(1).directory];
      const find = async (): Promise<readonly unknown[]> => {
        const owners = await subject.wait('the owners', Promise.all([first.find('s'), second.find('s')]));
        return owners.map((owner) => owner?.id);
      };
      assertEqual('the owners', await find(), [undefined, undefined]);
      assertEqual('the claim', await subject.wait('the claim', first.claim({ session: 's', key: 'k' })), 'claimed');
      assertEqual('the owners', await find(), ['n0', 'n0']);
      await subject.wait('the release', first.release('s'));
      assertEqual('the owners', await find(), [undefined, undefined]);
    },
  },
  {
    name: 'a session has one owner, even if two nodes claim it at the same instant',
    check: async (subject) => {
      const { nodes } = await createCluster(subject, [2, 2]);
      const claim = { session: 's', key: 'k' };
      const claims = Promise.all(nodes.map(({ directory }) => directory.claim(claim)));
      assertEqual('the claims', (await subject.wait('the claims', claims)).toSorted(), ['claimed', 'owned']);
    },
  },
  {
    name: 'a confirmed session is counted once, and a session of another node cannot be confirmed',
    check: async (subject) => {
      const { node } = await createCluster(subject, [2, 2]);
      const [first, second] = [node(0).directory, node(1).directory];
      const claim = { session: 's', key: 'k' };
      assertEqual('the claim', await subject.wait('the claim', first.claim(claim)), 'claimed');
      for (const _ of [1, 2])
        assertEqual('the answer', await subject.wait('an answer', first.confirm(claim)), 'claimed');
      assertEqual('the answer', await subject.wait('an answer', second.confirm(claim)), 'owned');
      await becomes(subject, 'the count', () => second.count('k'), 1);
      await subject.wait('the release', first.release('s'));
      await becomes(subject, 'the count', () => second.count('k'), 0);
      assertEqual('the owner', await subject.wait('the owner', second.find('s')), undefined);
    },
  },
  {
    name: 'session ids and keys may contain any characters',
    check: async (subject) => {
      const { node } = await createCluster(subject, [2, 2]);
      const name = 'a b:c{d}.*>é\n';
      await subject.wait('the claim', node(0).directory.claim({ session: name, key: name }));
      const owner = await subject.wait('the owner', node(1).directory.find(name));
      assertEqual('the owner', owner?.id, 'n0');
      await becomes(subject, 'the count', () => node(1).directory.count(name), 1);
    },
  },
  {
    name: 'the sessions of a key are counted across all nodes',
    check: async (subject) => {
      const { node, nodes } = await createCluster(subject, [4, 4, 4]);
      const claims = nodes.map(({ directory }, at) => directory.claim({ session: `s${at}`, key: 'k' }));
      await subject.wait('the claims', Promise.all(claims));
      await subject.wait('another key', node(0).directory.claim({ session: 's9', key: 'other' }));
      for (const { directory } of nodes) await becomes(subject, 'the count', () => directory.count('k'), 3);
      const over = node(2).directory.claim({ session: 's4', key: 'k', limit: 3 });
      assertEqual('the claim', await subject.wait('a claim', over), 'over_limit');
      await subject.wait('the release', node(0).directory.release('s0'));
      for (const { directory } of nodes) await becomes(subject, 'the count', () => directory.count('k'), 2);
    },
  },
  {
    name: 'the limit of a key holds exactly for 20 simultaneous claims from three nodes',
    check: async (subject) => {
      const { node } = await createCluster(subject, [20, 20, 20]);
      const claims = Array.from({ length: 20 }, (_, at) =>
        node(at % 3).directory.claim({ session: `s${at}`, key: 'k', limit: 5 }),
      );
      const results = await subject.wait('the claims', Promise.all(claims));
      assertEqual('the claims that held', results.filter((result) => result === 'claimed').length, 5);
      await becomes(subject, 'the count', () => node(0).directory.count('k'), 5);
    },
  },
];
