import type { CallSteps } from '../../protocol.ts';
import { assignLayers, findBackLinks, orderLayers, type Link } from './layers.ts';

/** A stage of the session in the picture, in px. */
export interface GraphNode {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** An edge from one stage to another. */
export interface GraphLink {
  readonly edge: string;
  readonly from: string;
  readonly to: string;
  readonly path: string;
  /** Where its name is written. Null: the name is written once, at another link of the same edge. */
  readonly label: { readonly x: number; readonly y: number } | null;
}

export interface GraphPicture {
  readonly nodes: readonly GraphNode[];
  readonly links: readonly GraphLink[];
  readonly width: number;
  readonly height: number;
}

export const NODE_WIDTH = 92;
export const NODE_HEIGHT = 24;
const COLUMN = 134;
const ROW = 31;
const MARGIN = 8;
/** Distance between links that lead back, below the stages. */
const LANE = 10;

/** Where a session begins, in order. */
const STARTS = ['user', 'transport', 'application'];

interface NamedLink extends Link {
  readonly edge: string;
}

/**
 * Lays out the session from left to right. Links that lead back run below the stages. Leaves out that a stage receives what
 * it emits, if others receive it too.
 */
export function layoutGraph(graph: CallSteps['graph']): GraphPicture {
  const links = graph.flatMap(({ edge, from, to }) =>
    to.filter((target) => target !== from || to.length === 1).map((target) => ({ edge, from, to: target })),
  );
  const names = [...new Set(links.flatMap(({ from, to }) => [from, to]))];
  const back = findBackLinks(
    links,
    STARTS.filter((start) => names.includes(start)),
  );
  const forward = links.filter((link) => !back.has(link) && link.from !== link.to);
  const places = placeNodes(names, forward);
  const stages = Math.max(0, ...[...places.values()].map(({ y }) => y)) + NODE_HEIGHT;
  const written = new Set<string>();
  const drawn = links.map((link) => {
    const isBack = back.has(link) || link.from === link.to;
    const lane = isBack ? [...back].indexOf(link) : -1;
    const { path, label } = isBack ? routeBack(link, places, stages + 10 + lane * LANE) : routeForward(link, places);
    const isWritten = written.has(link.edge);
    written.add(link.edge);
    return { ...link, path, label: isWritten ? null : label };
  });
  return {
    nodes: names.map((name) => ({ name, ...placeOf(name, places) })),
    links: drawn,
    width: Math.max(NODE_WIDTH, ...[...places.values()].map(({ x }) => x + NODE_WIDTH)) + MARGIN,
    height: stages + MARGIN + (back.size === 0 ? 0 : 10 + back.size * LANE),
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

type Places = ReadonlyMap<string, Place>;

/** Places nodes in columns. A link that skips columns keeps a row free in each of them. */
function placeNodes(names: readonly string[], forward: readonly NamedLink[]): Places {
  const layers = assignLayers(names, forward);
  const columns: string[][] = Array.from({ length: Math.max(0, ...layers.values()) + 1 }, () => []);
  for (const name of names) columns[layers.get(name) ?? 0]?.push(name);
  const pieces = uniqueLinks(forward).flatMap((link) => splitLink(link, layers, columns));
  const ordered = orderLayers(columns, pieces);
  const tallest = Math.max(...ordered.map((column) => column.length));
  return new Map(
    ordered.flatMap((column, layer) =>
      column.map((name, row) => {
        const top = MARGIN + ((tallest - column.length) * ROW) / 2;
        return [name, { x: MARGIN + layer * COLUMN, y: top + row * ROW }] as const;
      }),
    ),
  );
}

function uniqueLinks(links: readonly NamedLink[]): readonly NamedLink[] {
  return [...new Map(links.map((link) => [`${link.from} ${link.to}`, link])).values()];
}

/** Splits a link that skips columns into links between neighbours, through free rows. */
function splitLink({ from, to }: Link, layers: ReadonlyMap<string, number>, columns: string[][]): readonly Link[] {
  const [start, end] = [layers.get(from) ?? 0, layers.get(to) ?? 0];
  const through = Array.from({ length: Math.max(0, end - start - 1) }, (_, offset) => {
    const free = passing(from, to, start + offset + 1);
    columns[start + offset + 1]?.push(free);
    return free;
  });
  const stops = [from, ...through, to];
  return stops.slice(1).map((stop, index) => ({ from: stops[index] ?? from, to: stop }));
}

function passing(from: string, to: string, layer: number): string {
  return `${from}\n${to}\n${layer}`;
}

function placeOf(name: string, places: Places): Place {
  return places.get(name) ?? { x: 0, y: 0 };
}

type Routed = Pick<GraphLink, 'path'> & { readonly label: Place };

function routeForward({ from, to }: NamedLink, places: Places): Routed {
  const [start, end] = [placeOf(from, places), placeOf(to, places)];
  const first = Math.round((start.x - MARGIN) / COLUMN);
  const last = Math.round((end.x - MARGIN) / COLUMN);
  const through = Array.from({ length: Math.max(0, last - first - 1) }, (_, offset) =>
    placeOf(passing(from, to, first + offset + 1), places),
  );
  const middle = NODE_HEIGHT / 2;
  let at = { x: start.x + NODE_WIDTH, y: start.y + middle };
  let path = `M${at.x} ${at.y}`;
  for (const stop of [...through, end]) {
    const next = { x: stop.x, y: stop.y + middle };
    const bend = (next.x - at.x) / 2;
    path += `C${at.x + bend} ${at.y} ${next.x - bend} ${next.y} ${next.x} ${next.y}`;
    if (stop !== end) path += `H${next.x + NODE_WIDTH}`;
    at = { x: next.x + NODE_WIDTH, y: next.y };
  }
  const [target = end] = through;
  const label = {
    x: (start.x + NODE_WIDTH + target.x) / 2,
    // Between two stages of one row there is no room: the name is above them.
    y: start.y === target.y ? start.y - 4 : (start.y + target.y) / 2 + middle - 5,
  };
  return { path, label };
}

function routeBack({ from, to }: NamedLink, places: Places, y: number): Routed {
  const [start, end] = [placeOf(from, places), placeOf(to, places)];
  const [right, left] = [start.x + NODE_WIDTH / 2 + 20, end.x + NODE_WIDTH / 2 - 20];
  const round = left < right ? -8 : 8;
  return {
    path: `M${right} ${start.y + NODE_HEIGHT}V${y - 8}Q${right} ${y} ${right + round} ${y}H${left - round}Q${left} ${y} ${left} ${y - 8}V${end.y + NODE_HEIGHT}`,
    label: { x: (left + right) / 2, y: y - 3 },
  };
}
