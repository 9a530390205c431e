// The program of `dapplex demo`: three orders are added up; the discount is a local that the demo changes.
using System;
using System.Collections.Generic;
using System.Linq;

record Item(string Name, int Price, int Count);

class Order
{
    public string Customer { get; set; } = "";
    public List<Item> Items { get; set; } = new();
}

static class Program
{
    static int Total(Order order)
    {
        int discount = 0;
        var items = order.Items;
        int sum = items.Sum(item => item.Price * item.Count);
        return Report(order, sum - discount); // BREAK
    }

    static int Report(Order order, int amount)
    {
        Console.WriteLine($"{order.Customer}: {amount}");
        return amount;
    }

    static void Main()
    {
        var orders = new List<Order>
        {
            new() { Customer = "Ada", Items = { new("pen", 2, 10), new("ink", 15, 1) } },
            new() { Customer = "Grace", Items = { new("book", 30, 2) } },
            new() { Customer = "Edsger", Items = { new("chalk", 1, 40) } },
        };
        int all = 0;
        foreach (var order in orders) all += Total(order);
        Console.WriteLine($"all: {all}");
    }
}
