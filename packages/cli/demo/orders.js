// The program of `dapplex demo`: three orders are added up; the discount is a local that the demo changes.
function total(order) {
  let discount = 0
  const items = order.items
  const sum = items.reduce((all, item) => all + item.price * item.count, 0)
  return report(order, sum - discount) // BREAK
}

function report(order, amount) {
  console.log(`${order.customer}: ${amount}`)
  return amount
}

const orders = [
  {
    customer: 'Ada',
    items: [
      { name: 'pen', price: 2, count: 10 },
      { name: 'ink', price: 15, count: 1 },
    ],
  },
  { customer: 'Grace', items: [{ name: 'book', price: 30, count: 2 }] },
  { customer: 'Edsger', items: [{ name: 'chalk', price: 1, count: 40 }] },
]
const all = orders.map((order) => total(order))
console.log(`all: ${all.reduce((a, b) => a + b, 0)}`)
