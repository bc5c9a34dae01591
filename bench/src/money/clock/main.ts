// Loaded into a part before its own program (node --import): its wall clock is wrong, as that of a machine may be. The monotonic
// clock and all timers go on as they are. CLOCK_OFFSET and the message {clock} say by how many milliseconds.
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
