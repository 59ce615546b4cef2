// What a heap consists of, by class: `readClasses(file)` of a heap snapshot, and `compareClasses` of two.
import { readFileSync } from 'node:fs';

/** Sums up the nodes of a snapshot: number and bytes, by type and name. */
export function readClasses(file) {
  const { snapshot, nodes, strings } = JSON.parse(readFileSync(file, 'utf8'));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field));
  const classes = new Map();
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[type][nodes[at + type]];
    const key = `${kind} ${nameOf(kind, strings[nodes[at + name]])}`;
    const sum = classes.get(key) ?? { count: 0, bytes: 0 };
    classes.set(key, { count: sum.count + 1, bytes: sum.bytes + nodes[at + size] });
  }
  return classes;
}

/** Lists the classes that have grown, those with the most bytes first. */
export function compareClasses(before, after) {
  const none = { count: 0, bytes: 0 };
  return [...after]
    .map(([key, { count, bytes }]) => {
      const was = before.get(key) ?? none;
      return { key, count: count - was.count, bytes: bytes - was.bytes };
    })
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes);
}

/** Texts and numbers are one class each: their names are their values. */
function nameOf(kind, name) {
  return /string|number|bigint|regexp|symbol/.test(kind) ? '' : name.slice(0, 80);
}
