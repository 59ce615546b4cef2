import type { DirectoryNode } from '../core/sessionDirectory.ts';

/** Returns whether two lists contain equal nodes in the same order. */
export function sameNodes(some: readonly DirectoryNode[], others: readonly DirectoryNode[]): boolean {
  return some.length === others.length && some.every((node, at) => isSame(node, others[at]));
}

function isSame(one: DirectoryNode, other: DirectoryNode | undefined): boolean {
  const fields = ['id', 'url', 'capacity', 'load', 'state'] as const;
  return fields.every((field) => one[field] === other?.[field]);
}
