// Draws docs/images/graph.svg and docs/images/turn.svg: the graph of a session, and a turn on it. Edges and stages come from
// the code, the turn from a session that is played in virtual time. `--check`: only says whether the pictures are up to date.
import { EDGES, STAGES } from 'antiphon';
import { drawGraph } from './pictures/graph.mjs';
import { drawTurn } from './pictures/turn.mjs';
import { writePage } from './page.mjs';

writePage('docs/images/graph.svg', drawGraph(EDGES, STAGES));
writePage('docs/images/turn.svg', await drawTurn(EDGES));
