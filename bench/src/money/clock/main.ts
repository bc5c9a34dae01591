// Loaded into a part before its own program (node --import): its wall clock is wrong, as a machine's may be.
// The monotonic clock and all timers are not affected. CLOCK_OFFSET and the message {clock} hold the offset
// in milliseconds.
const trueTime = Date.now;
let offset = Number(process.env.CLOCK_OFFSET ?? 0);
const now = (): number => trueTime() + offset;

globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
  apply: () => new Date().toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

process.on('message', (message: { readonly clock?: number }) => {
  if (message.clock !== undefined) offset = message.clock;
});
// Listening must not keep the part alive.
process.channel?.unref();
