export const credentials = { keyId: 'money', secret: 'money' };
export const authorization = `Basic ${Buffer.from(`${credentials.keyId}:${credentials.secret}`).toString('base64')}`;

/** How far the broker's clock is from the next close of the market, in milliseconds. */
export const untilClose = async (brokerUrl: string): Promise<number> => {
  const answer = await fetch(`${brokerUrl}/v1/clock`, { headers: { authorization } });
  const { timestamp, next_close: close } = (await answer.json()) as { timestamp: string; next_close: string };
  return Date.parse(close) - Date.parse(timestamp);
};
