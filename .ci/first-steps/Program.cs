using Blittable;

using var document = BlittableDocument.Parse("""{"Name":"Ada","Home":{"City":"London"},"Orders":[{"Price":12.50},{"Price":2.00}]}""");
var person = new Person.View(document.Root);
var total = 0m;
foreach (var order in person.Orders)
{
    total += order.Price;
}

Console.WriteLine($"{person.Name} lives in {person.Home.City}; {person.Orders.Count} orders cost {total}");

[BlittableView]
public partial record Person(string Name, Home Home, Order[] Orders);

[BlittableView]
public partial record Home(string City);

[BlittableView]
public partial record Order(decimal Price);
