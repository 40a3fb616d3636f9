/** Acknowledgements that are sent together. The channel is a fake that records what RabbitMQ would receive. */
import test from 'ava'
import { createAcks } from '../../../src/platform/broker/rabbit-acks.ts'
import type { Channel, ConsumeMessage } from '../../../src/platform/broker/rabbit-connection.ts'

function start(count: number) {
  const told: string[] = []
  const channel = {
    ack: ({ tag }: { tag: number }, allUpTo = false) => void told.push(allUpTo ? `up to ${tag}` : `${tag}`),
    nack: ({ tag }: { tag: number }) => void told.push(`not ${tag}`),
  }
  const acks = createAcks(channel as unknown as Channel)
  const messages = Array.from({ length: count }, (_, tag) => ({ tag }) as unknown as ConsumeMessage)
  for (const message of messages) acks.received(message)
  return { acks, told, messages: messages as [ConsumeMessage, ConsumeMessage, ConsumeMessage, ConsumeMessage] }
}

test('messages whose handlers end in the same event-loop turn share one acknowledgement, in whatever order they end', async (t) => {
  const { acks, told, messages } = start(4)
  await Promise.all(messages.toReversed().map((message) => acks.ack(message)))
  t.deepEqual(told, ['up to 3'])
})

test('an acknowledgement of other messages does not include a message that is still being handled', async (t) => {
  const { acks, told, messages } = start(4)
  const [first, second, third, fourth] = messages
  await Promise.all([third, first].map((message) => acks.ack(message)))
  t.deepEqual(told, ['up to 0', '2'])
  await acks.ack(fourth)
  t.deepEqual(told, ['up to 0', '2', '3'])
  await acks.ack(second)
  t.deepEqual(told, ['up to 0', '2', '3', 'up to 1'])
})

test('a returned message does not delay the acknowledgement of later ones', async (t) => {
  const { acks, told, messages } = start(3)
  const [first, second, third] = messages
  acks.nack(first, true)
  await Promise.all([second, third].map((message) => acks.ack(message)))
  t.deepEqual(told, ['not 0', 'up to 2'])
})
