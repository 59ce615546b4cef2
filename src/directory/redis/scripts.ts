import { createHash } from 'node:crypto';

/** A Lua script, which Redis and Valkey run as one step. */
export interface Script {
  readonly lua: string;
  /** The hash by which the engine stores it. */
  readonly sha: string;
}

/**
 * `KEYS[1]` is the set of nodes. `ARGV[1]` is the prefix of all keys, with a hash tag, so that they share a slot of a
 * cluster. A node's `gen` changes whenever it reports its full state: a command with an older `gen`, for example from
 * an abandoned connection, changes nothing.
 */
const PRELUDE = `
local p, nodes = ARGV[1], KEYS[1]
local function alive()
  local ids = {}
  for _, id in ipairs(redis.call('SMEMBERS', nodes)) do
    if redis.call('EXISTS', p .. 'node:' .. id) == 1 then ids[#ids + 1] = id else redis.call('SREM', nodes, id) end
  end
  table.sort(ids)
  return ids
end
local function owner(session)
  local value = redis.call('GET', p .. 'session:' .. session)
  if not value then return false end
  local gen, id = string.match(value, '^(%S+) (%S+)$')
  return redis.call('HGET', p .. 'node:' .. id, 'gen') == gen and id
end
local function describe(id)
  return redis.call('HMGET', p .. 'node:' .. id, 'id', 'url', 'capacity', 'load', 'draining')
end
local function isStale(id, gen) return redis.call('HGET', p .. 'node:' .. id, 'gen') ~= gen end
local function count(key)
  local sum = 0
  for _, id in ipairs(alive()) do sum = sum + tonumber(redis.call('HGET', p .. 'keys:' .. id, key) or 0) end
  return sum
end
local STALE = { err = 'STALE the node has reported another state since' }
`;

/** Replaces everything known about a node. Returns the sessions that another node owns. */
export const REPORT: Script = createScript(`
local id, gen, expiry, ttl = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local node, keys = p .. 'node:' .. id, p .. 'keys:' .. id
redis.call('HSET', node, 'id', id, 'gen', gen, 'url', ARGV[6], 'capacity', ARGV[7], 'load', ARGV[8], 'draining', ARGV[9])
redis.call('DEL', keys)
local lost, kept = {}, 0
for at = 10, #ARGV, 2 do
  local owned = owner(ARGV[at])
  if owned and owned ~= id then
    lost[#lost + 1] = ARGV[at]
  else
    redis.call('SET', p .. 'session:' .. ARGV[at], gen .. ' ' .. id, 'PX', ttl)
    redis.call('HINCRBY', keys, ARGV[at + 1], 1)
    kept = kept + 1
  end
end
redis.call('HSET', node, 'sessions', kept)
redis.call('PEXPIRE', node, expiry)
redis.call('PEXPIRE', keys, expiry)
redis.call('SADD', nodes, id)
return lost
`);

/** Keeps a node's state alive. Returns all nodes, or nothing if the state is not what the node has reported. */
export const BEAT: Script = createScript(`
local id, gen, expiry, sessions = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local node = p .. 'node:' .. id
if isStale(id, gen) then return false end
if sessions ~= '' and redis.call('HGET', node, 'sessions') ~= sessions then return false end
redis.call('HSET', node, 'load', ARGV[6], 'draining', ARGV[7])
redis.call('PEXPIRE', node, expiry)
redis.call('PEXPIRE', p .. 'keys:' .. id, expiry)
local all = {}
for at, other in ipairs(alive()) do all[at] = describe(other) end
return all
`);

export const PUBLISH: Script = createScript(`
if isStale(ARGV[2], ARGV[3]) then return STALE end
return redis.call('HSET', p .. 'node:' .. ARGV[2], 'load', ARGV[4], 'draining', ARGV[5])
`);

/** Reserves a slot on the node with the most room. */
export const RESERVE: Script = createScript(`
local token, expiry, except = ARGV[2], tonumber(ARGV[3]), {}
for at = 4, #ARGV do except[ARGV[at]] = true end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local best, most = false, 0
for _, id in ipairs(alive()) do
  local capacity, load, draining = unpack(redis.call('HMGET', p .. 'node:' .. id, 'capacity', 'load', 'draining'))
  redis.call('ZREMRANGEBYSCORE', p .. 'reserved:' .. id, '-inf', now)
  local room = capacity - load - redis.call('ZCARD', p .. 'reserved:' .. id)
  if draining == '0' and not except[id] and room > most then best, most = id, room end
end
if not best then return false end
redis.call('ZADD', p .. 'reserved:' .. best, now + expiry, token)
redis.call('PEXPIRE', p .. 'reserved:' .. best, expiry)
return describe(best)
`);

export const GIVE_BACK: Script = createScript("return redis.call('ZREM', p .. 'reserved:' .. ARGV[2], ARGV[3])");

export const CLAIM: Script = createScript(`
local id, gen, session, key, limit, ttl = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]
local node, keys = p .. 'node:' .. id, p .. 'keys:' .. id
if isStale(id, gen) then return STALE end
local owned = owner(session)
if owned then return owned == id and 'claimed' or 'owned' end
if limit ~= '' and count(key) >= tonumber(limit) then return 'over_limit' end
redis.call('SET', p .. 'session:' .. session, gen .. ' ' .. id, 'PX', ttl)
redis.call('HINCRBY', keys, key, 1)
redis.call('PEXPIRE', keys, redis.call('PTTL', node))
redis.call('HINCRBY', node, 'sessions', 1)
return 'claimed'
`);

export const RELEASE: Script = createScript(`
local id, gen, session, key = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
if isStale(id, gen) then return STALE end
if owner(session) ~= id then return 0 end
redis.call('DEL', p .. 'session:' .. session)
if redis.call('HINCRBY', p .. 'keys:' .. id, key, -1) <= 0 then redis.call('HDEL', p .. 'keys:' .. id, key) end
return redis.call('HINCRBY', p .. 'node:' .. id, 'sessions', -1)
`);

export const FIND: Script = createScript(`
local id = owner(ARGV[2])
return id and describe(id)
`);

export const COUNT: Script = createScript('return count(ARGV[2])');

export const LEAVE: Script = createScript(`
local id = ARGV[2]
if isStale(id, ARGV[3]) then return 0 end
redis.call('SREM', nodes, id)
return redis.call('DEL', p .. 'node:' .. id, p .. 'keys:' .. id, p .. 'reserved:' .. id)
`);

function createScript(body: string): Script {
  return hashScript(PRELUDE + body);
}

/** Creates a script from its text. */
export function hashScript(lua: string): Script {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') };
}
