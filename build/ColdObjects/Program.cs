using Blittable.ColdObjects;

// Serializes an order to a file, or deserializes it, as the only operation of the process: ColdObjects write|read FILE
if (args is not ["write" or "read", var file])
{
    Console.Error.WriteLine("usage: ColdObjects write|read FILE");
    return 2;
}

if (args[0] == "write")
{
    File.WriteAllBytes(file, Serializer.Write(Order.Create()));
    return 0;
}

return Serializer.Read(File.ReadAllBytes(file))?.Lines.Count == 2 ? 0 : 1;
