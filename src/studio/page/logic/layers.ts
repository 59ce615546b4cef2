/** A connection from one node to another. */
export interface Link {
  readonly from: string;
  readonly to: string;
}

/** Finds the links that lead back to a node from which they are reached. Depth first, in the order of the links. */
export function findBackLinks<Of extends Link>(links: readonly Of[], starts: readonly string[]): ReadonlySet<Of> {
  const back = new Set<Of>();
  const open = new Set<string>();
  const done = new Set<string>();
  const visit = (node: string): void => {
    if (done.has(node)) return;
    open.add(node);
    for (const link of links.filter(({ from }) => from === node))
      if (open.has(link.to)) back.add(link);
      else visit(link.to);
    open.delete(node);
    done.add(node);
  };
  for (const start of [...starts, ...links.map(({ from }) => from)]) visit(start);
  return back;
}

/** Assigns each node the number of links on the longest way to it. */
export function assignLayers(nodes: readonly string[], forward: readonly Link[]): ReadonlyMap<string, number> {
  const layers = new Map(nodes.map((node) => [node, 0]));
  for (let round = 0; round < nodes.length; round += 1) {
    let changed = false;
    for (const { from, to } of forward) {
      const needed = (layers.get(from) ?? 0) + 1;
      if ((layers.get(to) ?? 0) >= needed) continue;
      layers.set(to, needed);
      changed = true;
    }
    if (!changed) break;
  }
  return layers;
}

/** Orders the nodes of each layer near those that they are linked to, so that few links cross. */
export function orderLayers(
  layers: readonly (readonly string[])[],
  links: readonly Link[],
): readonly (readonly string[])[] {
  let ordered = layers;
  for (let sweep = 0; sweep < 4; sweep += 1)
    ordered = ordered.reduce<readonly (readonly string[])[]>((done, layer, index) => {
      const before = sweep % 2 === 0 ? done[index - 1] : ordered[index + 1];
      return [...done, before === undefined ? layer : sortByNeighbours(layer, before, links)];
    }, []);
  return ordered;
}

function sortByNeighbours(
  layer: readonly string[],
  others: readonly string[],
  links: readonly Link[],
): readonly string[] {
  const weight = (node: string, own: number): number => {
    const places = links
      .flatMap(({ from, to }) => (from === node ? [to] : to === node ? [from] : []))
      .map((other) => others.indexOf(other))
      .filter((at) => at >= 0);
    return places.length === 0 ? own : places.reduce((sum, at) => sum + at, 0) / places.length;
  };
  const weighed = layer.map((node, index) => ({ node, weight: weight(node, index) }));
  return weighed.toSorted((one, other) => one.weight - other.weight).map(({ node }) => node);
}
