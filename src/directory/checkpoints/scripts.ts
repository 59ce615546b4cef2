import { hashScript, type Script } from '../redis/scripts.ts';

/**
 * Saves a value. `KEYS[1]` holds a session's epoch and value; without a value, the session has ended, and `as` says
 * how. `ARGV[1]` is the caller's epoch.
 */
export const SAVE: Script = hashScript(`
if tonumber(redis.call('HGET', KEYS[1], 'epoch') or 0) > tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'value', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`);

export const CLAIM: Script = hashScript(`
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] or redis.call('HEXISTS', KEYS[1], 'value') == 0 then return 0 end
redis.call('HINCRBY', KEYS[1], 'epoch', 1)
return 1
`);

export const DELETE: Script = hashScript(`
if tonumber(redis.call('HGET', KEYS[1], 'epoch') or 0) > tonumber(ARGV[1]) then return 0 end
redis.call('HDEL', KEYS[1], 'value')
redis.call('HSET', KEYS[1], 'epoch', tonumber(ARGV[1]) + 1, 'as', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`);
