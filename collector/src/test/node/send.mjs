// Sends events with both client libraries and ends when each event has had its answer.
// usage: node send.mjs COLLECTOR COUNT
// Prints one line of JSON: for each library how many events were delivered, and how many failed.
import { createRequire } from 'node:module';
import { Analytics as Segment } from '@segment/analytics-node';

const Rudder = createRequire(import.meta.url)('@rudderstack/rudder-sdk-node');

const [collector, count] = process.argv.slice(2);
const numbers = [...Array(Number(count)).keys()];

function tally() {
  const result = { delivered: 0, failed: 0, problems: [] };
  return {
    result,
    note(error) {
      if (error) {
        result.failed++;
        result.problems.push(String(error.reason ?? error));
      } else {
        result.delivered++;
      }
    },
  };
}

function event(library, n) {
  return { userId: 'u', event: 'Clicked', properties: { library, n } };
}

async function segment() {
  const { result, note } = tally();
  const client = new Segment({
    writeKey: 'WRITE_KEY',
    host: collector,
    flushAt: 20,
    flushInterval: 500,
  });
  client.on('error', () => {}); // Each event's callback says the same.
  await Promise.all(
    numbers.map(
      (n) =>
        new Promise((resolve) =>
          client.track(event('segment', n), (error) => resolve(note(error))),
        ),
    ),
  );
  await client.closeAndFlush();
  return result;
}

async function rudder() {
  const { result, note } = tally();
  const client = new Rudder('WRITE_KEY', {
    dataPlaneUrl: collector,
    flushAt: 20,
    flushInterval: 500,
    logLevel: 'none',
    errorHandler: () => {}, // Each event's callback says the same.
  });
  await Promise.all(
    numbers.map(
      (n) =>
        new Promise((resolve) =>
          client.track(event('rudder', n), (error) => resolve(note(error))),
        ),
    ),
  );
  return result;
}

const [bySegment, byRudder] = await Promise.all([segment(), rudder()]);
console.log(JSON.stringify({ segment: bySegment, rudder: byRudder }));
