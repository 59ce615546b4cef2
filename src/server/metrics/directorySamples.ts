import type { Registry } from 'prom-client';
import type { DirectoryNode } from '../../core/sessionDirectory.ts';
import type { ClusterNode } from '../cluster/clusterNode.ts';
import { sum } from '../../core/sum.ts';
import { sampleGauge } from './instruments.ts';

const STATES = ['serving', 'draining'] as const;

/** A node's view of the other nodes. */
export type DirectoryView = Pick<ClusterNode, 'health' | 'nodes'>;

/** Registers the metrics of a node's view of the others. */
export function registerDirectorySamples(registry: Registry, node: DirectoryView): void {
  const serving = (): readonly DirectoryNode[] => node.nodes.filter(({ state }) => state === 'serving');
  sampleGauge(registry, {
    name: 'antiphon_directory_connected',
    help: '1 if the session directory answers, 0 if this node serves alone.',
    labelNames: [],
    read: () => [{ labels: {}, value: node.health === 'connected' ? 1 : 0 }],
  });
  sampleGauge(registry, {
    name: 'antiphon_directory_nodes',
    help: 'Nodes that this node knows, itself included, by state.',
    labelNames: ['state'],
    read: () =>
      STATES.map((state) => ({ labels: { state }, value: node.nodes.filter((other) => other.state === state).length })),
  });
  sampleGauge(registry, {
    name: 'antiphon_directory_capacity',
    help: 'Sessions that the serving nodes can hold at a time.',
    labelNames: [],
    read: () => [{ labels: {}, value: sum(serving().map(({ capacity }) => capacity)) }],
  });
  sampleGauge(registry, {
    name: 'antiphon_directory_load',
    help: 'Sessions on the serving nodes.',
    labelNames: [],
    read: () => [{ labels: {}, value: sum(serving().map(({ load }) => load)) }],
  });
}
