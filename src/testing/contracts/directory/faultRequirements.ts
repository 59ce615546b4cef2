import { firstValueFrom } from 'rxjs';
import { assertEqual } from '../assertions.ts';
import { becomes, createCluster, healthIs, sees, type Cluster } from './cluster.ts';
import type { DirectoryRequirement, SessionDirectorySubject } from './subject.ts';

export const faultRequirements: readonly DirectoryRequirement[] = [
  {
    name: 'a dead node disappears after its expiry, and its sessions can be claimed',
    check: async (subject) => {
      const { node, place } = await createCluster(subject, [2, 9]);
      const [first, second] = [node(0).directory, node(1).directory];
      await subject.wait('the claim', second.claim({ session: 's', key: 'k' }));
      subject.link('n1').cut();
      await subject.wait('that the other is alone', sees(first, ['n0']));
      assertEqual('the owner', await subject.wait('the owner', first.find('s')), undefined);
      assertEqual('the count', await subject.wait('the count', first.count('k')), 0);
      assertEqual('the node', await place(node(0)), 'n0');
      assertEqual('the claim', await subject.wait('the claim', first.claim({ session: 's', key: 'k' })), 'claimed');
    },
  },
  {
    name: 'clocks that differ by 10 s make no difference',
    check: async (subject) => {
      const { node, nodes, place } = await createCluster(subject, [2, 9, 4], [-5000, 5000, 0]);
      assertEqual('the node', await place(node(0)), 'n1');
      await subject.wait('the claim', node(0).directory.claim({ session: 's', key: 'k' }));
      for (const { directory } of nodes) await becomes(subject, 'the count', () => directory.count('k'), 1);
      subject.link('n0').cut();
      for (const { directory } of nodes.slice(1))
        await subject.wait('that the dead one is gone', sees(directory, ['n1', 'n2']));
    },
  },
  {
    name: 'a node that is cut off serves alone, disappears for the others, and returns with its sessions',
    check: async (subject) => {
      const cluster = await createCluster(subject, [2, 9]);
      const [first, second] = [cluster.node(0).directory, cluster.node(1).directory];
      await subject.wait('the claim', first.claim({ session: 's0', key: 'k' }));
      subject.link('n0').cut();
      await subject.wait('that it knows', healthIs(first, 'degraded'));
      await subject.wait('that it is gone', sees(second, ['n1']));
      await servesAlone(subject, cluster);
      subject.link('n0').heal();
      await subject.wait('that it is connected', healthIs(first, 'connected'));
      await subject.wait('that it is seen', sees(second, ['n0', 'n1']));
      await becomes(subject, 'the owner', async () => (await second.find('s0'))?.id, 'n0');
      await becomes(subject, 'the count, with the one claimed alone', () => second.count('k'), 2);
    },
  },
  {
    name: 'after a long partition, a node returns with the sessions that it ended and began meanwhile',
    check: async (subject) => {
      const { node, nodes, place } = await createCluster(subject, [9, 3, 3]);
      const [first, second] = [node(0).directory, node(1).directory];
      for (const session of ['s0', 's1']) await subject.wait('the claim', first.claim({ session, key: 'k', limit: 2 }));
      subject.link('n0').cut();
      await subject.wait('that it knows', healthIs(first, 'degraded'));
      await subject.passLong();
      await subject.wait('the release', first.release('s0'));
      const claiming = first.claim({ session: 's2', key: 'k', limit: 2 });
      assertEqual('the claim', await subject.wait('the claim', claiming), 'claimed');
      assertEqual('the node', await place(node(0)), 'n0');
      subject.link('n0').heal();
      for (const { directory } of nodes) await subject.wait('that all are seen', sees(directory, ['n0', 'n1', 'n2']));
      const owners = async (): Promise<readonly unknown[]> => {
        const found = await Promise.all(['s0', 's1', 's2'].map((session) => second.find(session)));
        return found.map((owner) => owner?.id);
      };
      await becomes(subject, 'the owners', owners, [undefined, 'n0', 'n0']);
      await becomes(subject, 'the count', () => second.count('k'), 2);
      assertEqual('the node', await place(node(1)), 'n0');
    },
  },
  {
    name: 'a node that returns learns which of its sessions another node has claimed',
    check: async (subject) => {
      const { node } = await createCluster(subject, [2, 9]);
      const [first, second] = [node(0).directory, node(1).directory];
      await subject.wait('the claim', first.claim({ session: 's', key: 'k' }));
      const lost = firstValueFrom(first.lost$);
      subject.link('n0').cut();
      await subject.wait('that it is gone', sees(second, ['n1']));
      assertEqual('the claim', await subject.wait('the claim', second.claim({ session: 's', key: 'k' })), 'claimed');
      await subject.wait('that it knows', healthIs(first, 'degraded'));
      subject.link('n0').heal();
      assertEqual('the session that is lost', await subject.wait('what is lost', lost), 's');
      await becomes(subject, 'the owner', async () => (await first.find('s'))?.id, 'n1');
      await becomes(subject, 'the count', () => first.count('k'), 1);
    },
  },
  {
    name: 'a node confirms no session while it is cut off, and afterwards only those that no other node has claimed',
    check: async (subject) => {
      const { node } = await createCluster(subject, [2, 9]);
      const [first, second] = [node(0).directory, node(1).directory];
      for (const session of ['s0', 's1']) await subject.wait('the claim', first.claim({ session, key: 'k' }));
      subject.link('n0').cut();
      const confirming = first
        .confirm({ session: 's0', key: 'k' })
        .catch(({ code }: { readonly code: unknown }) => code);
      assertEqual('the error', await subject.wait('an error', confirming), 'directory_unavailable');
      await subject.wait('that it is gone', sees(second, ['n1']));
      assertEqual('the claim', await subject.wait('the claim', second.claim({ session: 's0', key: 'k' })), 'claimed');
      subject.link('n0').heal();
      await subject.wait('that it is connected', healthIs(first, 'connected'));
      const confirm = (session: string) => subject.wait('an answer', first.confirm({ session, key: 'k' }));
      assertEqual('the answers', [await confirm('s0'), await confirm('s1')], ['owned', 'claimed']);
      await becomes(subject, 'the owner', async () => (await second.find('s1'))?.id, 'n0');
      await becomes(subject, 'the count', () => second.count('k'), 2);
    },
  },
  {
    name: 'after an engine restarts, every node reports its state again',
    check: async (subject) => {
      const cluster = await createCluster(subject, [2, 9]);
      const [first, second] = [cluster.node(0).directory, cluster.node(1).directory];
      await subject.wait('the claim', first.claim({ session: 's0', key: 'k' }));
      await subject.stop();
      for (const { directory } of cluster.nodes) await subject.wait('that it is away', healthIs(directory, 'degraded'));
      await servesAlone(subject, cluster);
      const unknown = second.find('s0').catch(({ code }: { readonly code: unknown }) => code);
      assertEqual('the error', await subject.wait('an error', unknown), 'directory_unavailable');
      await subject.start();
      await isToldAnew(subject, cluster);
    },
  },
  {
    name: 'an engine that is 300 ms slow does not count as away',
    check: async (subject) => {
      const { node, place } = await createCluster(subject, [2, 9]);
      const healths: string[] = [];
      const watching = node(0).directory.health$.subscribe((health) => healths.push(health));
      subject.link('n0').delay(150);
      assertEqual('the node', await place(node(0)), 'n1');
      assertEqual('the node', await place(node(0)), 'n1');
      const claiming = node(0).directory.claim({ session: 's', key: 'k' });
      assertEqual('the claim', await subject.wait('the claim', claiming), 'claimed');
      watching.unsubscribe();
      assertEqual('the health', healths, ['connected']);
      assertEqual('the owner', (await subject.wait('the owner', node(1).directory.find('s')))?.id, 'n0');
    },
  },
  {
    name: 'an engine without memory counts as away, and the nodes report again when it has room',
    check: async (subject) => {
      const cluster = await createCluster(subject, [2, 9]);
      await subject.wait('the claim', cluster.node(0).directory.claim({ session: 's0', key: 'k' }));
      await subject.fill();
      for (const { directory } of cluster.nodes) await subject.wait('that it is full', healthIs(directory, 'degraded'));
      await servesAlone(subject, cluster);
      await subject.free();
      await isToldAnew(subject, cluster);
    },
  },
  {
    name: 'a node that is cut off can be closed',
    check: async (subject) => {
      const { node } = await createCluster(subject, [2, 9]);
      subject.link('n0').cut();
      await subject.wait('that it is closed', node(0).directory.close());
      await subject.wait('that the other is alone', sees(node(1).directory, ['n1']));
    },
  },
];

/** Checks that `n0`, while cut off, accepts a new session itself and counts its own sessions. */
async function servesAlone(subject: SessionDirectorySubject, { node, place }: Cluster): Promise<void> {
  const { directory } = node(0);
  assertEqual('the node', await place(node(0)), 'n0');
  const claims = ['s1', 's2'].map((session) => directory.claim({ session, key: 'k', limit: 2 }));
  assertEqual('the claims', await subject.wait('the claims', Promise.all(claims)), ['claimed', 'over_limit']);
}

async function isToldAnew(subject: SessionDirectorySubject, { node, nodes, place }: Cluster): Promise<void> {
  const { directory } = node(1);
  for (const node of nodes) await subject.wait('that it is back', healthIs(node.directory, 'connected'));
  for (const node of nodes) await subject.wait('that all are seen', sees(node.directory, ['n0', 'n1']));
  for (const session of ['s0', 's1'])
    await becomes(subject, `the owner of ${session}`, async () => (await directory.find(session))?.id, 'n0');
  await becomes(subject, 'the count', () => directory.count('k'), 2);
  assertEqual('the node', await place(node(0)), 'n1');
}
