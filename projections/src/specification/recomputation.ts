/**
 * Recomputes the last value of a concept's growth in plain SQL, by a different method: daily factors per symbol,
 * chained between two rebalancings in `numeric`, without indexes and units. For checks; $1 is the concept.
 */
export const recomputation = `
WITH RECURSIVE
  last AS (SELECT date FROM completed_session),
  session AS (
    SELECT d.day ->> 0 AS date, row_number() OVER (ORDER BY d.day ->> 0) AS n
    FROM recorded_stretch, jsonb_array_elements(days) AS d(day), last
    WHERE symbol = 'SPY' AND d.day ->> 0 <= last.date
      AND d.day ->> 0 >= to_char(last.date::date - interval '1 year', 'YYYY-MM-DD')
  ),
  change AS (
    SELECT c.date AS made, lead(c.date) OVER (ORDER BY c.date) AS until, (SELECT min(n) FROM session WHERE date >= c.date) AS n, c.holdings
    FROM held_composition c WHERE c.concept_id = $1
  ),
  closed AS (SELECT DISTINCT ON (n) n, holdings FROM change WHERE n IS NOT NULL ORDER BY n, made DESC),
  in_force AS (
    SELECT n, holdings FROM closed c WHERE EXISTS (SELECT 1 FROM closed b WHERE b.n <= c.n AND b.holdings <> '[]')
      OR EXISTS (SELECT 1 FROM change WHERE holdings <> '[]' AND made < (SELECT min(date) FROM session) AND EXISTS (
        SELECT 1 FROM generate_series(made::date, coalesce(until::date - 1, made::date + 2), interval '1 day') AS day
        WHERE extract(isodow FROM day) < 6))
  ),
  held AS (
    SELECT s.n, s.date, coalesce(
      (SELECT holdings FROM in_force st WHERE st.n <= s.n ORDER BY st.n DESC LIMIT 1),
      (SELECT holdings FROM in_force ORDER BY n LIMIT 1)) AS holdings
    FROM session s
  ),
  priced AS (
    SELECT r.symbol, s.n,
      (SELECT exp(sum(ln(1 + coalesce((d.day ->> 1)::numeric, 0))))
        FROM recorded_stretch t, jsonb_array_elements(t.days) AS d(day)
        WHERE t.symbol = r.symbol AND d.day ->> 0 <= s.date AND d.day ->> 0 > coalesce((SELECT date FROM session b WHERE b.n = s.n - 1), '')) AS factor,
      (SELECT min(t.since) FROM recorded_stretch t WHERE t.symbol = r.symbol) <= s.date AS known
    FROM recorded_days r, session s
    WHERE r.symbol IN (SELECT jsonb_array_elements_text(symbols) FROM concept_holdings WHERE id = $1)
  ),
  target AS (
    SELECT h.n, x ->> 'symbol' AS symbol,
      (x ->> 'weight')::numeric / sum((x ->> 'weight')::numeric) OVER (PARTITION BY h.n) AS share
    FROM held h, jsonb_array_elements(h.holdings) AS x
    JOIN priced p ON p.symbol = x ->> 'symbol'
    WHERE p.n = h.n AND p.known
  ),
  reset AS (
    SELECT h.n FROM held h LEFT JOIN held b ON b.n = h.n - 1 LEFT JOIN session s ON s.n = h.n - 1
    WHERE h.n = 1 OR h.holdings <> b.holdings OR h.n IN (SELECT n FROM in_force)
      OR date_trunc('quarter', h.date::date) <> date_trunc('quarter', s.date::date)
      OR (SELECT count(*) FROM target t WHERE t.n = h.n) <> (SELECT count(*) FROM target t WHERE t.n = h.n - 1)
  ),
  stretch AS (SELECT n AS start, lead(n, 1, (SELECT max(n) FROM session)) OVER (ORDER BY n) AS finish FROM reset),
  grown AS (
    SELECT st.start, row_number() OVER (ORDER BY st.start) AS turn, sum(t.share * (
      SELECT coalesce(exp(sum(ln(coalesce(p.factor, 1)))), 1) FROM priced p
      WHERE p.symbol = t.symbol AND p.n > st.start AND p.n <= st.finish)) AS factor
    FROM stretch st JOIN target t ON t.n = st.start GROUP BY st.start
  ),
  value AS (
    SELECT 0::bigint AS turn, 100::numeric AS value
    UNION ALL
    SELECT g.turn, v.value * g.factor FROM value v JOIN grown g ON g.turn = v.turn + 1
  )
SELECT value::text AS value FROM value ORDER BY turn DESC LIMIT 1`;
