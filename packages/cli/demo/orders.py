# The program of `dapplex demo`: three orders are added up; the discount is a local that the demo changes.
def total(order):
    discount = 0
    items = order["items"]
    amount = sum(price * count for _, price, count in items)
    return report(order, amount - discount)  # BREAK


def report(order, amount):
    print(f"{order['customer']}: {amount}", flush=True)
    return amount


orders = [
    {"customer": "Ada", "items": [("pen", 2, 10), ("ink", 15, 1)]},
    {"customer": "Grace", "items": [("book", 30, 2)]},
    {"customer": "Edsger", "items": [("chalk", 1, 40)]},
]
print("all:", sum([total(order) for order in orders]), flush=True)
