export const credentials = { keyId: 'money', secret: 'money' };
export const authorization = `Basic ${Buffer.from(`${credentials.keyId}:${credentials.secret}`).toString('base64')}`;

/** Calls the sandbox's own calls, which Alpaca does not have. */
export const openAdmin =
  (brokerUrl: string) =>
  async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${brokerUrl}/admin${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.status === 204 ? undefined : await answer.json();
  };

/** How far the broker's clock is from the next close of the market, in milliseconds. */
export const untilClose = async (brokerUrl: string): Promise<number> => {
  const answer = await fetch(`${brokerUrl}/v1/clock`, { headers: { authorization } });
  const { timestamp, next_close: close } = (await answer.json()) as { timestamp: string; next_close: string };
  return Date.parse(close) - Date.parse(timestamp);
};
